/** The longest time that a writer waits until others have dropped what the write makes stale. */
export const AT_ONCE_MS = 500;

/**
 * Waits for work that is stored in the outbox too (ADR 48): whoever is answered knows that it is done, unless it fails or takes
 * too long. Never throws.
 */
export async function atOnce(work: Promise<void> | undefined): Promise<void> {
  if (work === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, AT_ONCE_MS)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
