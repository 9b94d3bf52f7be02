// One function per tool. `db` is the order book, `now` the clock of the task, `newId` numbers what is new, `error` refuses.

const note = (db, now, what) => db.run('INSERT INTO journal (at, what) VALUES (?, ?)', now, what);

const bellOf = (db, error, id) => {
  const bell = db.get('SELECT * FROM bell WHERE id = ?', id);
  if (bell === undefined) error('not_found', `there is no bell ${id}`);
  return bell;
};

tools.list_bells = ({ state }, { db }) => {
  const bells =
    state === undefined
      ? db.all('SELECT id, customer, state FROM bell ORDER BY id')
      : db.all('SELECT id, customer, state FROM bell WHERE state = ? ORDER BY id', state);
  return { total: bells.length, bells };
};

tools.get_bell = ({ bell }, { db, error }) => {
  const found = bellOf(db, error, bell);
  return { ...found, paid: found.paid === 1 };
};

tools.get_store = (_input, { db }) => ({ bronze_kg: db.get("SELECT kg FROM store WHERE metal = 'bronze'").kg });

tools.book_casting = ({ bell, pit, day }, { db, now, newId, error }) => {
  const found = bellOf(db, error, bell);
  if (found.state !== 'ordered') error('conflict', `the bell ${bell} is already ${found.state}`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) error('invalid', 'day must be a date such as 2026-03-02');
  if (day < now.slice(0, 10)) error('invalid', `${day} is in the past`);
  if (db.get('SELECT id FROM casting WHERE pit = ? AND day = ?', pit, day))
    error('conflict', `pit ${pit} is taken on ${day}`);
  const bronze = found.weight_kg + 5;
  const { kg } = db.get("SELECT kg FROM store WHERE metal = 'bronze'");
  if (kg < bronze) error('conflict', `${bronze} kg of bronze are needed, ${kg} kg are in the store`);
  const id = newId('K');
  db.run('INSERT INTO casting (id, bell, pit, day, bronze_kg) VALUES (?, ?, ?, ?, ?)', id, bell, pit, day, bronze);
  db.run("UPDATE store SET kg = kg - ? WHERE metal = 'bronze'", bronze);
  db.run("UPDATE bell SET state = 'cast' WHERE id = ?", bell);
  note(db, now, `casting of ${bell} in pit ${pit} on ${day}`);
  return { casting: id, bronze_left_kg: kg - bronze };
};

tools.record_tuning = ({ bell, cents_off }, { db, now, error }) => {
  const found = bellOf(db, error, bell);
  if (found.state !== 'cast') error('conflict', `the bell ${bell} is ${found.state}; only a cast bell is tuned`);
  if (found.cents_off !== null && found.cents_off > 20)
    error('forbidden', `the bell ${bell} cannot be saved; it is recast`);
  const state = Math.abs(cents_off) <= 5 ? 'ready' : 'cast';
  db.run('UPDATE bell SET cents_off = ?, state = ? WHERE id = ?', cents_off, state, bell);
  note(db, now, `tuning of ${bell}: ${cents_off} cents`);
  return { bell, state };
};

tools.deliver_bell = ({ bell }, { db, now, error }) => {
  const found = bellOf(db, error, bell);
  if (found.state !== 'ready') error('conflict', `the bell ${bell} is ${found.state}, not ready`);
  if (found.paid !== 1) error('forbidden', `the bell ${bell} is not paid`);
  const day = now.slice(0, 10);
  db.run("UPDATE bell SET state = 'delivered', delivered_on = ? WHERE id = ?", day, bell);
  note(db, now, `delivery of ${bell}`);
  return { bell, delivered_on: day };
};
