/** `debug.log` in OccuBench's line format, one block per attempt, so that parallel episodes stay apart. */
import { appendFileSync } from 'node:fs';
import { textOf } from '../core/block.ts';
import { type Event, eventsOf } from '../core/event.ts';
import type { Verdict } from '../core/judge.ts';
import type { Attempt } from '../core/log.ts';
import { replyCalls, replyText } from '../core/model.ts';
import type { PlannedEpisode } from '../core/plan.ts';
import { writing } from '../run/storage-error.ts';

export function debugLog(
  path: string,
  redact: (text: string) => string,
): (planned: PlannedEpisode, attempt: Attempt) => void {
  return (planned, attempt) => {
    const { task, agent, mode, trial } = planned;
    const head = `# task=${task.suite}/${task.id} agent=${agent.name} mode=${mode} trial=${trial} attempt=${attempt.attempt}`;
    const lines = debugLines(attempt.lines.map(({ event }) => event));
    writing(path, () => appendFileSync(path, redact(`${[head, ...lines].join('\n')}\n`)));
  };
}

function debugLines(events: readonly Event[]): readonly string[] {
  let turn = 0;
  let answers = 0;
  return events.flatMap((event): readonly string[] => {
    if (event.type === 'model-replied' && event.role === 'agent') {
      // System and task, then one message per earlier turn and per answer of a tool.
      const messages = 2 + turn + answers;
      turn++;
      const { finish } = event.reply;
      const calls = replyCalls(event.reply).length;
      const hasContent = python(replyText(event.reply) !== '');
      return [
        `[AGENT] Step ${turn}, messages=${messages}`,
        `[AGENT] finish_reason=${finish === 'tool-calls' ? 'tool_calls' : finish}, has_content=${hasContent}, tool_calls=${calls}`,
      ];
    }
    if (event.type === 'tool-called') {
      const input = typeof event.input === 'string' ? event.input : JSON.stringify(event.input);
      return [
        `[AGENT] Tool call: ${event.name}(${input.slice(0, 100)})`,
        `[LWM] Simulating: ${event.name}, history_len=${answers}`,
      ];
    }
    if (event.type === 'tool-answered') {
      answers++;
      return [`[LWM] Observation: ${textOf(event.blocks).slice(0, 200)}`];
    }
    if (event.type === 'verdict-reached') return verifierLines(events, event.verdict);
    return event.type === 'error-raised' && event.party === 'model'
      ? [`[AGENT] LLM call failed: ${event.message}`]
      : [];
  });
}

/** The votes, or the one verdict of a judge that does not vote. */
function verifierLines(events: readonly Event[], { passed, reason }: Verdict): readonly string[] {
  const cast = eventsOf(events, 'vote-cast').map(({ vote, reason: why }) => ({ vote, why }));
  const votes = cast.length > 0 ? cast : [{ vote: passed ? 'yes' : 'no', why: reason }];
  const count = (wanted: string): number => votes.filter(({ vote }) => vote === wanted).length;
  return [
    `[VERIFIER] Votes: ${count('yes')} TRUE, ${count('no')} FALSE`,
    ...votes.map(({ vote, why }, i) => {
      const correct = vote === 'spoiled' ? 'None' : python(vote === 'yes');
      return `[VERIFIER] Vote ${i + 1}: correct=${correct}, feedback=${why.slice(0, 200)}`;
    }),
  ];
}

function python(value: boolean): string {
  return value ? 'True' : 'False';
}
