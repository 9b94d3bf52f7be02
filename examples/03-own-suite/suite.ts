/** A suite of your own, in a folder of your own: ./practicum check examples/03-own-suite, ./practicum run --suite examples/03-own-suite */
import {
  answerObject,
  checkpoint,
  code,
  conflict,
  databaseWorld,
  defineSuite,
  notFound,
  rowsWhere,
  type Solution,
  SolutionStuck,
  tool,
} from 'practicum';
import { z } from 'zod';

const claim = z.object({ id: z.string(), amount: z.int(), receipt: z.string(), status: z.string() });

const world = databaseWorld({
  name: 'expenses',
  title: 'Expense desk',
  rules: 'Claims up to 200 with a receipt are approved. Without a receipt, or above 200, they are sent back.',
  schema:
    "CREATE TABLE claim (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, receipt TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'open') STRICT",
  fill: (db, random) => {
    for (let n = 1; n <= 9; n++) {
      db.run('INSERT INTO claim (id, amount, receipt) VALUES (?, ?, ?)', `C-${n}`, random.int(20, 190), 'yes');
    }
  },
  prepare: (db, { id, amount, receipt }) => {
    db.run('UPDATE claim SET amount = ?, receipt = ? WHERE id = ?', Number(amount), String(receipt), String(id));
  },
  tools: [
    tool({
      name: 'get_claim',
      description: 'One claim.',
      effect: 'read',
      input: z.object({ id: z.string() }),
      output: claim,
      run: ({ id }, { db }) => {
        const row = db.get('SELECT * FROM claim WHERE id = ?', id);
        if (row === undefined) throw notFound(`there is no claim ${id}`);
        return claim.parse(row);
      },
    }),
    tool({
      name: 'decide_claim',
      description: 'Approves a claim or sends it back.',
      effect: 'write',
      input: z.object({ id: z.string(), decision: z.enum(['approved', 'sent back']) }),
      output: z.object({ id: z.string(), status: z.string() }),
      run: ({ id, decision }, { db }) => {
        const changed = db.run("UPDATE claim SET status = ? WHERE id = ? AND status = 'open'", decision, id);
        if (changed === 0) throw conflict(`the claim ${id} is not open`);
        return { id, status: decision };
      },
    }),
  ],
});

/** Works over the session alone; `asked` holds what the brief says. The oracle runs it with care, the hasty agent without. */
const solution: Solution = async ({ id }, hands) => {
  const read = async (): Promise<z.infer<typeof claim>> => {
    const answer = claim.safeParse(await hands.look('get_claim', { id: String(id) }));
    if (!answer.success) throw new SolutionStuck('the claim cannot be read');
    return answer.data;
  };
  const { amount, receipt } = await read();
  const decision = amount <= 200 && receipt === 'yes' ? 'approved' : 'sent back';
  await hands.act('decide_claim', { id: String(id), decision }, async () => (await read()).status === decision);
  return JSON.stringify({ decision });
};

const judge = code('expenses', ({ answer, task, snapshot }) => {
  const { id, decision } = z.object({ id: z.string(), decision: z.string() }).parse(task.truth);
  return {
    checkpoints: [
      checkpoint('decided by the rules', rowsWhere(snapshot.current, 'claim', { id })[0]?.status === decision),
      checkpoint('said what was decided', answerObject(answer)?.decision === decision),
    ],
    allowed: [{ table: 'claim', kind: 'updated', key: id, columns: ['status'] }],
  };
});

const CASES = [
  { id: 'C-3', amount: 150, receipt: 'yes', decision: 'approved' },
  { id: 'C-5', amount: 150, receipt: 'no', decision: 'sent back' },
  { id: 'C-7', amount: 240, receipt: 'yes', decision: 'sent back' },
] as const;

export default defineSuite({
  name: '03-own-suite',
  title: 'Expense desk',
  description: 'Deciding claims by the rules.',
  category: 'Business & Enterprise',
  domain: 'Finance',
  scenario: 'Expense review',
  world,
  families: [
    {
      name: 'decide',
      solution,
      judge,
      tasks: CASES.map(({ id, amount, receipt, decision }) => ({
        id: `decide-${id}`,
        title: `Decide claim ${id}`,
        difficulty: 1,
        brief: `Decide the claim ${id} by the rules: up to 200 with a receipt is approved, all else is sent back. End with {"decision": "approved" or "sent back"}.`,
        asked: { id },
        clock: '2026-05-04T09:00:00Z',
        setup: { id, amount, receipt },
        truth: { id, decision },
      })),
    },
  ],
});
