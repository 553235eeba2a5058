/** Maximum time in milliseconds that a writer waits for other processes to invalidate stale responses. */
export const AT_ONCE_MS = 500;

/**
 * Waits for work that the outbox also repeats (ADR 48). After the response the work is done, unless it failed or timed
 * out. Never throws.
 */
export async function atOnce(work: Promise<void> | undefined): Promise<void> {
  if (work === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, AT_ONCE_MS)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
