export async function compareCommand(_: unknown): Promise<number> {
  return 0;
}
