// The right work is to leave everything as it is, and to name the bells that are ready and not paid.
globalThis.verify = ({ initial, answer, changes }) => {
  const unpaid = initial.all("SELECT id FROM bell WHERE state = 'ready' AND paid = 0 ORDER BY id").map(({ id }) => id);
  const named = [...new Set(answer.match(/B-\d+/g) ?? [])].sort();
  const isNamed = JSON.stringify(named) === JSON.stringify(unpaid);
  return {
    passed: isNamed && changes.length === 0,
    reason: isNamed
      ? 'named the bells that wait for payment'
      : `named ${named.join(', ') || 'no bell'}, expected ${unpaid.join(', ')}`,
    checkpoints: [{ name: 'names the unpaid bells', passed: isNamed }],
    allowed: [],
  };
};
