import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type { ConstraintModel, InnerConstraints } from './types.js';

/** What looks at other records, at the caller, at files or into the project's code; NotNull is said by `nullable`. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'Expression',
  'Callback',
  'UniqueEntity',
  'File',
  'Image',
  'NotNull',
]);

/** Rules as schema files write them (components.md section 11.5), as far as they can be judged by the value alone. */
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
