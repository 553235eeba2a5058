import type { Asked } from '../kernel/contract/http/asked.js';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import type { CompleteDescriptor } from '../kernel/contract/schema/resource.js';
import type { UserFactory } from './user-factory.js';

/** A stored resource as a super administrator reads it: members as on the wire, relations as IRIs. */
export interface ScaffoldRecord {
  readonly type: string;
  readonly iri: string;
  readonly values: JsonObject;
}

/**
 * The store that a scaffold is written to. Every write goes through the operations, as if an administrator had sent it; an
 * upload field of a body may hold a local file, of which the write stores a copy.
 */
export interface ScaffoldStore {
  /** Whether the project has a type of that name; Form and Collection can be switched off. */
  has(type: string): boolean;
  /** @throws Error for a type that is not part of the project. */
  describe(type: string): CompleteDescriptor;
  /** IRI of the type's collection, with the API prefix. */
  collectionIri(type: string): string;
  /** The first record whose members equal `match`; relations are matched by IRI. */
  find(type: string, match: Readonly<Record<string, JsonValue>>): Promise<ScaffoldRecord | null>;
  /** The records that have one of `values` in a text member that is unique, by that value. */
  findAll(
    type: string,
    member: string,
    values: readonly string[],
  ): Promise<ReadonlyMap<string, ScaffoldRecord>>;
  read(iri: string): Promise<ScaffoldRecord>;
  create(type: string, body: JsonObject): Promise<ScaffoldRecord>;
  /** Stores several records of one type in their order: all of them or none. @throws AppError that one of them was refused with */
  createAll(type: string, bodies: readonly JsonObject[]): Promise<readonly ScaffoldRecord[]>;
  /**
   * A merge patch, but objects of JSON members are not merged; on a published record of a publishable type it makes or changes
   * the draft, unless the published version is meant.
   */
  patch(record: ScaffoldRecord, body: JsonObject, version?: Asked['version']): Promise<ScaffoldRecord>;
  /** A route whose path comes from the title, below the parent's route (core.md 6.5). */
  generateRoute(body: JsonObject): Promise<ScaffoldRecord>;
  /** Last path segment that `generateRoute` makes of the title of a record. */
  slug(title: string, type: string): string;
  readonly users: UserFactory;
}
