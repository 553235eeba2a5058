/** Stands for the layer that runs statements, which is told by its folder. */
export async function all(tell: () => void): Promise<void> {
  await Promise.resolve();
  tell();
}
