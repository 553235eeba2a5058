import type { LargerUnit, RequestContext } from '../contract/context.js';
import type { WriteScope } from '../contract/records/writes.js';
import { InternalError } from '../errors/internal-error.js';
import { createState, stateKey } from '../util/async/state.js';

const SCOPE = stateKey((): { scope?: WriteScope } => ({}));

/** Makes the unit of work of a scope one that requests may be parts of. */
export function openLargerUnit(scope: WriteScope, atEnd: LargerUnit['atEnd']): LargerUnit {
  const { dialect, all, first, table } = scope.session;
  const state = createState();
  state.of(SCOPE).scope = scope;
  // Without what writes: reads of a part lock nothing, and are made as those outside of transactions.
  return { reads: { dialect, all, first, table }, state, atEnd };
}

/**
 * Does work whose parts ask for endings: they come behind it, in their order and whatever becomes of it, or behind the unit that it is a
 * part of itself.
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

/** The scope in which the parts of a unit write. */
export function scopeOf({ state }: LargerUnit): WriteScope {
  const { scope } = state.of(SCOPE);
  if (scope === undefined) throw new InternalError('A unit of work has no scope');
  return scope;
}
