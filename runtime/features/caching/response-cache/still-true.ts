import { setImmediate as turn } from 'node:timers/promises';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import type { Tagged } from '../invalidation/dropped-tags.js';
import type { HeaderList } from './cached-answer.js';
import type { Invalidation } from '../invalidation/invalidation.js';

/**
 * A response that took longer may predate invalidations that this process has not received, for example after a
 * suspension.
 */
const PROMPT_MS = 200;

/** @param begunAt monotonic time before the first statement */
export type IsStillTrue = (answer: Tagged, begunAt: number) => Promise<boolean>;

/**
 * Creates a check whether a newly computed response is still valid. A shared cache that stores a stale one after the
 * purge would serve it until it expires.
 */
export function createIsStillTrue({
  dropped,
  isCurrent,
}: Pick<Invalidation, 'dropped' | 'isCurrent'>): IsStillTrue {
  return async (answer, begunAt) => {
    if (performance.now() - begunAt > PROMPT_MS) {
      // Messages that arrived while the process was suspended are read before the next tick.
      await turn();
      if (!(await isCurrent())) return false;
    }
    return dropped.isValid(answer);
  };
}

const FOR_ONE = 'private, no-store';

/** Marks a response as valid only for its own request. */
export function unshared(answer: WireAnswer): WireAnswer {
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': FOR_ONE } };
}

/** Returns the headers of a shared computation, marked as valid only for this request. */
export function unsharedValues({ values, cacheControlAt }: HeaderList): HeaderList['values'] {
  return values.with(cacheControlAt, FOR_ONE);
}
