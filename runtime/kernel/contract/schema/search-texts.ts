import { htmlRulesOf } from './html-member.js';
import type { CompleteDescriptor, FieldDescriptor, ScalarField } from './resource.js';

/** The part of a type that determines which fields are searched. */
export type SearchedType = Pick<CompleteDescriptor, 'name' | 'fields' | 'searchFields'>;

/**
 * Returns the HTML fields that searches read, by the type that holds them. Each has a second column with its
 * plain text, which is searched instead (ADR 139).
 */
export function searchTextsOf(
  types: readonly SearchedType[],
): ReadonlyMap<string, ReadonlyMap<string, ScalarField>> {
  const byName = new Map(types.map((type) => [type.name, type]));
  const found = new Map<string, Map<string, ScalarField>>();
  for (const type of types)
    for (const path of type.searchFields) {
      const end = followPath(path.split('.'), type, byName);
      if (end === undefined || htmlRulesOf(end.field) === undefined) continue;
      const members = found.get(end.type) ?? new Map<string, ScalarField>();
      found.set(end.type, members.set(end.field.name, end.field));
    }
  return found;
}

/**
 * Returns the name of the plain-text column of an HTML column. Field columns start with a letter, so it
 * cannot clash.
 */
export const searchTextColumn = (column: string): string => `_${column}`;

/** Returns whether a column holds only the plain text of another one. */
export const isSearchTextColumn = (column: string): boolean => column.startsWith('_');

interface PathEnd {
  readonly type: string;
  readonly field: ScalarField;
}

function followPath(
  [name, ...rest]: readonly string[],
  { name: type, fields }: SearchedType,
  types: ReadonlyMap<string, SearchedType>,
): PathEnd | undefined {
  const field: FieldDescriptor | undefined = fields.find((one) => one.name === name);
  if (rest.length === 0) return field?.kind === 'scalar' ? { type, field } : undefined;
  const target = field?.kind === 'to-one' ? types.get(field.target) : undefined;
  return target === undefined ? undefined : followPath(rest, target, types);
}
