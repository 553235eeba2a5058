import { NOTHING_REQUESTED } from '../../contract/http/requested.js';
import type { Actor, RequestContext } from '../../contract/context.js';
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import { createState } from '../async/state.js';

/** Creates a context for work outside requests: console commands and scaffolds. */
export function contextWithoutRequest(
  actor: Actor,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): RequestContext {
  return { actor, now: clock.now(), requested: NOTHING_REQUESTED, log, state: createState() };
}
