import { defineDoor } from '../features/door.js';

/**
 * The parts of a request by which a feature tells who asks, beside the session: what has one of them gets no answer that is kept
 * for others.
 */
export interface CallerParts {
  readonly cookies: readonly string[];
  /** Lower-case. */
  readonly headers: readonly string[];
  /** Names of parameters of an address. */
  readonly parameters: readonly string[];
}

/** The door at which features name such parts. */
export const CALLER_PARTS = defineDoor<CallerParts>('caller parts');
