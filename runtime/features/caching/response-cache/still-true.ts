import { setImmediate as turn } from 'node:timers/promises';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import type { Tagged } from '../invalidation/dropped-tags.js';
import type { HeaderList } from './cached-answer.js';
import type { Invalidation } from '../invalidation/invalidation.js';

/** An answer that took longer may be older than what this process has heard, as one of a process that was stopped for a while. */
const PROMPT_MS = 200;

/** @param begunAt on the monotone clock, before the first statement */
export type IsStillTrue = (answer: Tagged, begunAt: number) => Promise<boolean>;

/**
 * Tells whether an answer that was just computed is still what would be computed. A shared cache that stored another behind the
 * purge would show it until it ends by itself.
 */
export function createIsStillTrue({
  dropped,
  isCurrent,
}: Pick<Invalidation, 'dropped' | 'isCurrent'>): IsStillTrue {
  return async (answer, begunAt) => {
    if (performance.now() - begunAt > PROMPT_MS) {
      // What arrived while the process stood still is read before the next turn.
      await turn();
      if (!(await isCurrent())) return false;
    }
    return dropped.isValid(answer);
  };
}

const FOR_ONE = 'private, no-store';

/** The answer for the one who asked, and for nobody else. */
export function unshared(answer: WireAnswer): WireAnswer {
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': FOR_ONE } };
}

/** The same for the headers of an answer that others computed. */
export function unsharedValues({ values, cacheControlAt }: HeaderList): HeaderList['values'] {
  return values.with(cacheControlAt, FOR_ONE);
}
