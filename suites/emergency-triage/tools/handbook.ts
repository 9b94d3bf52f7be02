/** The handbook by sections, and the protocols. */
import { tool } from 'practicum';
import { z } from 'zod';

/** Splits the handbook at its headings: `## Rooms` becomes the section `rooms`. */
function sectionsOf(rules: string): ReadonlyMap<string, string> {
  const parts = rules.split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim().toLowerCase(), part.slice(end).trim()];
    }),
  );
}

export function handbookTools(rules: string) {
  const sections = sectionsOf(rules);
  const section = z.enum([...sections.keys()]);
  const protocol = z.strictObject({
    complaint: z.string(),
    base_level: z.int(),
    isolation: z.enum(['none', 'contact', 'droplet', 'airborne']),
  });
  return [
    tool({
      name: 'read_handbook',
      description: `Reads one section of the department's handbook. Sections: ${[...sections.keys()].join(', ')}.`,
      effect: 'read',
      input: z.object({ section }),
      output: z.strictObject({ section: z.string(), text: z.string() }),
      run: ({ section: name }) => ({ section: name, text: sections.get(name) ?? '' }),
    }),
    tool({
      name: 'list_protocols',
      description: 'Lists every complaint with the base level and isolation of its protocol.',
      effect: 'read',
      input: z.object({}),
      output: z.strictObject({ total: z.int(), protocols: z.array(protocol) }),
      run: (_input, { db }) => {
        const rows = db.all('SELECT complaint, base_level, isolation FROM protocol ORDER BY complaint');
        return { total: rows.length, protocols: rows.map((row) => protocol.parse(row)) };
      },
    }),
  ];
}
