// One casting of the bell, in the pit and on the day that were asked for; the bronze for it is gone, and the answer says what is left.
globalThis.verify = ({ initial, final, changes, answer, asked }) => {
  const { kg: before } = initial.get("SELECT kg FROM store WHERE metal = 'bronze'");
  const { kg: after } = final.get("SELECT kg FROM store WHERE metal = 'bronze'");
  const { weight_kg: weight } = initial.get('SELECT weight_kg FROM bell WHERE id = ?', asked.bell);
  const booked = changes
    .filter(({ table, before }) => table === 'casting' && before === null)
    .map((change) => change.after);
  const isBooked =
    booked.length === 1 && booked[0].bell === asked.bell && booked[0].pit === asked.pit && booked[0].day === asked.day;
  const isTaken = before - after === weight + 5;
  const isTold = (answer.match(/\d+/g) ?? []).includes(String(after));
  return {
    passed: isBooked && isTaken && isTold,
    reason: isBooked
      ? `booked; ${before - after} kg of bronze were taken`
      : `${booked.length} castings were booked, not the one asked for`,
    checkpoints: [
      { name: 'the casting is booked as asked', passed: isBooked, points: 2 },
      { name: 'the bronze is taken', passed: isTaken },
      { name: 'the answer says what is left', passed: isTold },
    ],
    allowed: [
      { table: 'casting', kind: 'inserted', after: { bell: asked.bell } },
      { table: 'bell', kind: 'updated', key: asked.bell, columns: ['state'] },
      { table: 'store', kind: 'updated', key: 'bronze', columns: ['kg'] },
      { table: 'journal', kind: 'inserted' },
    ],
  };
};
