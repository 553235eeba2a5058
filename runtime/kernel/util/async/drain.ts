/** Reads a source to its end and discards it. */
export async function drain(source: AsyncIterable<unknown>): Promise<void> {
  const parts = source[Symbol.asyncIterator]();
  while ((await parts.next()).done !== true);
}
