import { byName } from './canonical-tables.js';
import type { TableDefinition } from './table.js';

/** Names that rows store for a type. States record them so that the next one knows the previous names. */
export interface StoredType {
  /** The discriminator value. */
  readonly name: string;
  readonly kind: 'component' | 'page_data' | 'record';
  readonly classIdentifier: string;
  /** Collection path, without the API prefix. */
  readonly path: string;
  readonly table: string;
}

/** A type with its previous titles (`x-renamed-from`). */
export interface NamedType extends StoredType {
  readonly renamedFrom: readonly string[];
}

/** State of a database, actual or desired: its tables, and the types stored in them. */
export interface SchemaState {
  readonly tables: readonly TableDefinition[];
  readonly types: readonly NamedType[];
}

export const NO_STATE: SchemaState = { tables: [], types: [] };

/** Types that a migration removes from a state, and types it adds. */
export interface TypesChange {
  readonly was: readonly NamedType[];
  readonly is: readonly NamedType[];
}

/** Returns the types after a change. Types that the change does not mention are kept. */
export function changeTypes(
  types: readonly NamedType[],
  change: TypesChange | undefined,
): readonly NamedType[] {
  if (change === undefined) return types;
  const gone = new Set([...change.was, ...change.is].map(({ name }) => name));
  return [...types.filter(({ name }) => !gone.has(name)), ...change.is];
}

/** Returns whether two lists contain the same types with the same stored names, ignoring previous titles. */
export function haveSameTypes(left: readonly StoredType[], right: readonly StoredType[]): boolean {
  const textOf = (types: readonly StoredType[]): string => JSON.stringify(types.map(storedForm).sort(byName));
  return left.length === right.length && textOf(left) === textOf(right);
}

/** Returns a type without its previous titles. */
export function storedForm({ name, kind, classIdentifier, path, table }: StoredType): StoredType {
  return { name, kind, classIdentifier, path, table };
}
