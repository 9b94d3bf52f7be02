/** A table's or column's name as SQL takes it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function listed(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}
