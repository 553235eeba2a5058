import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { LockRecords } from '../../kernel/records/lock-records.js';
import { isReference, referencesIn } from '../../kernel/records/references.js';
import { isStored } from '../../kernel/records/stored-members.js';
import type { Values } from './stored-state.js';

/** Returns whether the referenced record still exists. */
export type IsThere = (reference: Reference) => boolean;

/** Looks up the records that previous values refer to, with one statement per type. */
export async function findReferenced(
  values: readonly Values[],
  session: SqlSession,
  { registry, load }: { readonly registry: ResourceRegistry; readonly load: LockRecords['load'] },
): Promise<IsThere> {
  const named = values
    .flatMap((each) => Object.values(each).flatMap(referencesIn))
    .filter(({ type }) => registry.get(type) !== undefined);
  const found = new Set((await load(session, named)).map(({ id }) => id));
  return ({ id }) => found.has(id);
}

/**
 * Removes references to deleted records from a value. A list retains its other entries. A single reference becomes
 * undefined, so that the member stays unchanged.
 */
export function withoutDeleted(
  value: unknown,
  isThere: IsThere,
): { readonly value: unknown; readonly isWhole: boolean } {
  if (isReference(value))
    return isThere(value) ? { value, isWhole: true } : { value: undefined, isWhole: false };
  if (!Array.isArray(value)) return { value, isWhole: true };
  const kept: readonly unknown[] = value.filter((entry) => !isReference(entry) || isThere(entry));
  return { value: kept, isWhole: kept.length === value.length };
}

/** Removes references to deleted records from previous states, and collects the affected members as `TYPE.member`. */
export interface StripDeleted {
  /** Strips the values of a record that is restored. A required reference stays and causes a conflict. */
  removed(type: string, values: Values): Values;
  /** Strips previous values of an existing record. Members whose target was deleted stay unchanged. */
  changed(type: string, values: Values): Values;
  readonly members: ReadonlySet<string>;
}

export function createStripDeleted(registry: ResourceRegistry, isThere: IsThere): StripDeleted {
  const members = new Set<string>();

  function strip(type: string, values: Values, instead: (name: string, value: unknown) => unknown): Values {
    const { field } = registry.require(type);
    const stripped = Object.entries(values).map(([name, value]): readonly [string, unknown] => {
      const { value: kept, isWhole } = withoutDeleted(value, isThere);
      const declared = field(name);
      if (!isWhole && declared !== undefined && isStored(declared)) members.add(`${type}.${name}`);
      return [name, kept === undefined && !isWhole ? instead(name, value) : kept];
    });
    return Object.fromEntries(stripped.filter(([, value]) => value !== undefined));
  }

  return {
    members,
    removed: (type, values) =>
      strip(type, values, (name, value) => {
        const declared = registry.require(type).field(name);
        return declared?.kind === 'to-one' && !declared.nullable ? value : null;
      }),
    changed: (type, values) => strip(type, values, () => undefined),
  };
}
