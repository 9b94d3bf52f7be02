/** Whether a text is one SELECT, before it is handed to a database. The database has the last word on everything else. */

/** The query without comments at its head and semicolons at its end; null where it is something else. */
export function queryIn(sql: string): string | null {
  const query = sql.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '').replace(/[\s;]+$/, '');
  return /^(select|with|values)\b/i.test(query) && !query.includes('\0') ? query : null;
}
