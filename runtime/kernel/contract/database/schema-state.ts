import { byName } from './canonical-tables.js';
import type { TableDefinition } from './table.js';

/** The names under which rows keep a type: a state records them, so that the next one knows what they were. */
export interface StoredType {
  /** Stored as the discriminator. */
  readonly name: string;
  readonly kind: 'component' | 'page_data' | 'record';
  readonly classIdentifier: string;
  /** Collection path, without the API prefix. */
  readonly path: string;
  readonly table: string;
}

/** A type with its earlier titles (`x-renamed-from`). */
export interface NamedType extends StoredType {
  readonly renamedFrom: readonly string[];
}

/** The state of a database, actual or wanted: its tables, and the types whose rows are in them. */
export interface SchemaState {
  readonly tables: readonly TableDefinition[];
  readonly types: readonly NamedType[];
}

export const NO_STATE: SchemaState = { tables: [], types: [] };

/** The types that a migration takes from a state, and those that it puts there. */
export interface TypesChange {
  readonly was: readonly NamedType[];
  readonly is: readonly NamedType[];
}

/** The types after a change that was made in a state like `types`; what it never knew stays. */
export function changeTypes(
  types: readonly NamedType[],
  change: TypesChange | undefined,
): readonly NamedType[] {
  if (change === undefined) return types;
  const gone = new Set([...change.was, ...change.is].map(({ name }) => name));
  return [...types.filter(({ name }) => !gone.has(name)), ...change.is];
}

/** Whether two lists name the same types in the same way; earlier titles do not matter. */
export function haveSameTypes(left: readonly StoredType[], right: readonly StoredType[]): boolean {
  const textOf = (types: readonly StoredType[]): string => JSON.stringify(types.map(storedForm).sort(byName));
  return left.length === right.length && textOf(left) === textOf(right);
}

/** A type without its earlier titles. */
export function storedForm({ name, kind, classIdentifier, path, table }: StoredType): StoredType {
  return { name, kind, classIdentifier, path, table };
}
