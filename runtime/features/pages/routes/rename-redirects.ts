import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import { stateKey } from '../../../kernel/util/async/state.js';

/** Redirects that renamed routes leave at their previous paths in one unit of work. */
const RENAMES = stateKey(() => ({
  filled: new Set<string>() as ReadonlySet<string>,
  left: new Set<string>(),
}));

/**
 * Registers paths at which an import stores routes, in this unit of work or a later one. Renamed routes leave no
 * redirects there.
 */
export function fillPaths({ state }: TransactionSession, paths: ReadonlySet<string>): void {
  state.of(RENAMES).filled = paths;
}

export const isFilled = (path: string, { state }: TransactionSession): boolean =>
  state.of(RENAMES).filled.has(path);

/**
 * Registers redirects that this unit of work left. A route that takes their path later in the same unit replaces
 * them.
 */
export function noteLeft(ids: readonly string[], { state }: TransactionSession): void {
  for (const id of ids) state.of(RENAMES).left.add(id);
}

export const isLeft = (id: string, { state }: TransactionSession): boolean => state.of(RENAMES).left.has(id);

export const hasLeft = ({ state }: TransactionSession): boolean => state.of(RENAMES).left.size > 0;
