// The tuning that was asked for is in the book, the bell is ready by it, and the answer says so.
globalThis.verify = ({ initial, final, answer, asked }) => {
  const before = initial.get('SELECT * FROM bell WHERE id = ?', asked.bell);
  const after = final.get('SELECT * FROM bell WHERE id = ?', asked.bell);
  const isRecorded = after.cents_off === asked.cents_off && after.cents_off !== before.cents_off;
  const isReady = after.state === 'ready';
  const isTold = /^\W*ready\W*$/i.test(answer);
  return {
    passed: isRecorded && isReady && isTold,
    reason: `${asked.bell} is ${after.state}, ${after.cents_off} cents off`,
    checkpoints: [
      { name: 'the tuning is recorded', passed: isRecorded },
      { name: 'the bell is ready', passed: isReady },
      { name: 'the answer names the state', passed: isTold },
    ],
    allowed: [
      { table: 'bell', kind: 'updated', key: asked.bell, columns: ['state', 'cents_off'] },
      { table: 'journal', kind: 'inserted' },
    ],
  };
};
