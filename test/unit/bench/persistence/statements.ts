/** Imitates the layer that runs statements. The folder name identifies it. */
export async function all(tell: () => void): Promise<void> {
  await Promise.resolve();
  tell();
}
