const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait after the given number of failed attempts (at least 1): any time up to a bound that doubles with each,
 * from half a second to a minute, so that those who failed together do not come back together (realtime.md 5.2).
 */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
}
