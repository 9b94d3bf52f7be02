// Passed when the bell that was asked for is delivered today, and nothing else has moved.
globalThis.verify = ({ final, answer, asked }) => {
  const bell = final.get('SELECT state, delivered_on FROM bell WHERE id = ?', asked.bell);
  const isDelivered = bell.state === 'delivered';
  const isTold = answer.includes(bell.delivered_on ?? '?');
  return {
    passed: isDelivered && isTold,
    reason: isDelivered ? `${asked.bell} was delivered on ${bell.delivered_on}` : `${asked.bell} is ${bell.state}`,
    checkpoints: [
      { name: 'the bell is delivered', passed: isDelivered, points: 2 },
      { name: 'the answer names the day', passed: isTold },
    ],
    allowed: [
      { table: 'bell', kind: 'updated', key: asked.bell, columns: ['state', 'delivered_on'] },
      { table: 'journal', kind: 'inserted' },
    ],
  };
};
