import type { Clock } from '../../kernel/ports/clock.js';

/** When a variant whose making broke off (no time, no memory) is made again, and when that is given up. */
export interface VariantRetries {
  isDue(variant: string): boolean;
  /** Its making broke off once more; false when it should not be tried again. */
  brokeOff(variant: string): boolean;
  /** Call it when the variant was made, or can never be made. */
  forget(variant: string): void;
}

const MAX_TRIES = 3;
/** Pause after the first try; after each further one it is four times as long. */
const FIRST_PAUSE_MS = 60_000;
/** Most variants that are remembered; the one that broke off first is forgotten, which costs it another try. */
const MAX_REMEMBERED = 1000;

/**
 * Remembers in this process only: a restart is a good reason to try again, and what was given up has a row that says so.
 */
export function createVariantRetries(clock: Clock): VariantRetries {
  const waiting = new Map<string, { readonly tries: number; readonly dueAt: number }>();
  return {
    isDue: (variant) => (waiting.get(variant)?.dueAt ?? 0) <= clock.now().getTime(),
    brokeOff(variant) {
      const tries = (waiting.get(variant)?.tries ?? 0) + 1;
      waiting.delete(variant);
      if (tries >= MAX_TRIES) return false;
      waiting.set(variant, { tries, dueAt: clock.now().getTime() + FIRST_PAUSE_MS * 4 ** (tries - 1) });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_REMEMBERED && oldest !== undefined) waiting.delete(oldest);
      return true;
    },
    forget: (variant) => void waiting.delete(variant),
  };
}
