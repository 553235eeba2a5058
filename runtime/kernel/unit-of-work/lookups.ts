import type { Change } from '../contract/records/change-set.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { referenceTo } from '../records/references.js';
import { versionOf } from './record-state.js';
import { referencesIn } from './related-records.js';

/**
 * Records that count as updated although no changed row references them. They are looked up within the
 * transaction.
 */
export interface Lookups {
  /**
   * Records from which a changed chain continues: everything that `member` leads to, hop by hop (core.md 1.8,
   * point 5).
   */
  readonly chains: readonly ChainStart[];
  /**
   * Updated components: page data with one in a slot, and the positions bound to that slot's name (point 6).
   */
  readonly held: readonly Reference[];
  /** Components that become visible: the positions that hold one (point 9, contract decision 101). */
  readonly appeared: readonly Reference[];
  /** Names of changed page data slots: the positions bound to one of them (point 7). */
  readonly slots: readonly string[];
  /** Collection IRIs of touched types: the components that list one of them (point 8). */
  readonly collections: readonly string[];
}

export interface ChainStart {
  readonly member: string;
  readonly from: Reference;
}

/** A relation of a type to itself in which every hop shows the end of the chain, such as redirects. */
export interface Chain {
  readonly type: string;
  readonly member: string;
}

/** Returns the records to look up for the changes of a unit of work. */
export function lookupsOf(
  changes: readonly Change[],
  deps: {
    readonly registry: ResourceRegistry;
    readonly iris: IriConverter;
    readonly chains: readonly Chain[];
    /** Time that determines which records are published. */
    readonly now: Date;
  },
): Lookups {
  const { registry, iris } = deps;
  const updated = changes.filter((change) => change.kind === 'updated');
  const components = updated.filter(({ after }) => registry.require(after.type).kind === 'component');
  const resources = changes.map((change) => registry.require(recordsOf(change)[0].type));
  return {
    chains: changes.flatMap((change) => chainStarts(change, deps.chains)),
    held: components.flatMap(({ after }) => [referenceTo(after), ...publishedOf(after, registry)]),
    appeared: components
      .filter(
        ({ before, after }) => versionOf(before, deps) === 'draft' && versionOf(after, deps) === 'published',
      )
      .map(({ after }) => referenceTo(after)),
    slots: unique(
      updated.flatMap(({ after, fields }) =>
        registry
          .require(after.type)
          .fields.filter((field) => isSlot(field) && fields.includes(field.name))
          .map(({ name }) => name),
      ),
    ),
    collections: unique(resources.map((resource) => iris.collection(resource))),
  };
}

/** Returns the published row of a draft. */
function publishedOf(record: StoredRecord, registry: ResourceRegistry): readonly Reference[] {
  const association = registry.require(record.type).publishable?.publishedAssociation;
  return association === undefined ? [] : referencesIn(record, association);
}

/** Returns the old and the new first hop of a changed record. The database resolves the rest. */
function chainStarts(change: Change, chains: readonly Chain[]): readonly ChainStart[] {
  const states = recordsOf(change);
  return chains
    .filter(({ type }) => type === states[0].type)
    .flatMap(({ member }) => {
      const hops = states.flatMap((state) => referencesIn(state, member));
      const byId = new Map(hops.map((hop) => [hop.id, hop]));
      return [...byId.values()].map((from) => ({ member, from }));
    });
}

function recordsOf(change: Change) {
  switch (change.kind) {
    case 'created':
      return [change.after] as const;
    case 'updated':
      return [change.before, change.after] as const;
    case 'deleted':
      return [change.before] as const;
  }
}

function isSlot(field: FieldDescriptor): boolean {
  return field.kind === 'to-one' && field.slot === true;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
