import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type { ConstraintModel, InnerConstraints } from './types.js';

/** Constraints about other records, the current user, files or project code. `nullable` expresses NotNull. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'Expression',
  'Callback',
  'UniqueEntity',
  'File',
  'Image',
  'NotNull',
]);

/** Returns the rules that depend on the value alone, in schema notation (components.md section 11.5). */
export const notationOf = (rules: readonly ConstraintModel[]): readonly JsonObject[] =>
  rules.filter(({ constraint }) => !LEFT_OUT.has(constraint)).map(notate);

function notate({ constraint, options, groups, message, payload, inner }: ConstraintModel): JsonObject {
  return {
    [constraint]: {
      ...options,
      ...(groups.length === 1 && groups[0] === 'Default' ? {} : { groups }),
      ...(message === undefined ? {} : { message }),
      ...(payload === undefined ? {} : { payload }),
      ...(inner === undefined ? {} : innerNotation(constraint, inner)),
    },
  };
}

function innerNotation(constraint: string, inner: readonly InnerConstraints[]): JsonObject {
  if (constraint !== 'Collection')
    return { constraints: inner.flatMap(({ constraints }) => notationOf(constraints)) };
  const fields = inner.map(({ key = '', required = true, constraints }): [string, JsonValue] => [
    key,
    { required, constraints: notationOf(constraints) },
  ]);
  return { fields: Object.fromEntries(fields) };
}
