/** Looks for what only a clue may tell in every other place of a scenario. A secret that stands elsewhere makes its clue needless. */
import type { Clue } from './family.ts';
import type { Day, Instance } from './instance.ts';

export interface Leak {
  readonly clue: string;
  readonly secret: string;
  /** Where it stands and should not. */
  readonly place: string;
}

export function leaksIn({ days }: Instance, clues: readonly Clue[]): readonly Leak[] {
  const places = days.flatMap(placesOf);
  return clues.flatMap((clue) =>
    clue.secrets.flatMap((secret) => {
      const allowed = new Set(clues.filter((other) => other.secrets.includes(secret)).map(({ at }) => at));
      return places
        .filter(({ place, text }) => !allowed.has(place) && holds(text, secret))
        .map(({ place }) => ({ clue: clue.id, secret, place }));
    }),
  );
}

/** As a word of its own: `12` does not stand in `2012`. */
function holds(text: string, secret: string): boolean {
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + secret.length] ?? ' '];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

function placesOf(day: Day): readonly { readonly place: string; readonly text: string }[] {
  return [
    ...day.files.map(({ path, content, picture }) => ({
      place: path,
      text: `${content} ${JSON.stringify(picture ?? '')}`,
    })),
    ...day.facts.map(({ id, text }) => ({ place: id, text })),
    ...day.meetings.map(({ id, title, minutes }) => ({ place: id, text: `${title} ${minutes}` })),
    ...day.records.map(({ system, name, rows }) => ({ place: `${system}/${name}`, text: JSON.stringify(rows) })),
    ...day.systems.map(({ view, data }) => ({ place: view, text: JSON.stringify(data) })),
    ...day.assignments.map(({ id, brief, title }) => ({ place: `assignment ${id}`, text: `${title} ${brief}` })),
    ...day.events.map((event) => ({ place: `event at ${event.at}`, text: JSON.stringify(event) })),
  ];
}
