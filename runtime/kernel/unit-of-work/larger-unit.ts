import type { LargerUnit } from '../contract/context.js';
import type { WriteScope } from '../contract/writes.js';
import { InternalError } from '../errors/internal-error.js';
import { createState, stateKey } from '../util/state.js';

const SCOPE = stateKey((): { scope?: WriteScope } => ({}));

/** Makes the unit of work of a scope one that requests may be parts of. */
export function openLargerUnit(scope: WriteScope, atEnd: LargerUnit['atEnd']): LargerUnit {
  const { dialect, all, first, table } = scope.session;
  const state = createState();
  state.of(SCOPE).scope = scope;
  // Without what writes: reads of a part lock nothing, and are made as those outside of transactions.
  return { reads: { dialect, all, first, table }, state, atEnd };
}

/** The scope in which the parts of a unit write. */
export function scopeOf({ state }: LargerUnit): WriteScope {
  const { scope } = state.of(SCOPE);
  if (scope === undefined) throw new InternalError('A unit of work has no scope');
  return scope;
}
