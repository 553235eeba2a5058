import type { LargerUnit, RequestContext } from '../contract/context.js';
import type { WriteScope } from '../contract/records/writes.js';
import { InternalError } from '../errors/internal-error.js';
import { createState, stateKey } from '../util/async/state.js';

const SCOPE = stateKey((): { scope?: WriteScope } => ({}));

/** Makes the unit of work of a scope available to several requests. */
export function openLargerUnit(scope: WriteScope, atEnd: LargerUnit['atEnd']): LargerUnit {
  const { dialect, all, first, table } = scope.session;
  const state = createState();
  state.of(SCOPE).scope = scope;
  // Excludes writes. Reads of a part take no locks, like reads outside transactions.
  return { reads: { dialect, all, first, table }, state, atEnd };
}

/**
 * Runs work, then the endings it registers, in order and whatever the outcome. Within a larger unit, the
 * endings run after that unit.
 */
export async function withEndings<Result>(
  { partOf }: Pick<RequestContext, 'partOf'>,
  work: (atEnd: LargerUnit['atEnd']) => Promise<Result>,
): Promise<Result> {
  if (partOf !== undefined) return work((ending) => partOf.atEnd(ending));
  const endings: (() => Promise<void>)[] = [];
  try {
    return await work((ending) => void endings.push(ending));
  } finally {
    for (const ending of endings) await ending();
  }
}

/** Returns the scope in which the parts of a unit write. */
export function scopeOf({ state }: LargerUnit): WriteScope {
  const { scope } = state.of(SCOPE);
  if (scope === undefined) throw new InternalError('A unit of work has no scope');
  return scope;
}
