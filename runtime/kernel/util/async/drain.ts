/** Reads a source to its end and keeps nothing of it. */
export async function drain(source: AsyncIterable<unknown>): Promise<void> {
  const parts = source[Symbol.asyncIterator]();
  while ((await parts.next()).done !== true);
}
