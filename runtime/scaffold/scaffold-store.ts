import type { Requested } from '../kernel/contract/http/requested.js';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import type { CompleteDescriptor } from '../kernel/contract/schema/resource.js';
import type { UserFactory } from './user-factory.js';

/** A stored resource as a super administrator reads it: fields as in JSON, relations as IRIs. */
export interface ScaffoldRecord {
  readonly type: string;
  readonly iri: string;
  readonly values: JsonObject;
}

/**
 * Store of a scaffold. Every write goes through the operations, like a request of an administrator. An upload field
 * of a body may be a local file, which the write copies.
 */
export interface ScaffoldStore {
  /** Returns whether the project has a type of that name. Form and Collection can be disabled. */
  has(type: string): boolean;
  /** @throws Error for an unknown type */
  describe(type: string): CompleteDescriptor;
  /** Returns the IRI of the type's collection, with the API prefix. */
  collectionIri(type: string): string;
  /** Finds the first record whose fields equal `match`. Relations are compared by IRI. */
  find(type: string, match: Readonly<Record<string, JsonValue>>): Promise<ScaffoldRecord | null>;
  /** Finds the records with one of `values` in a unique text field, by that value. */
  findAll(
    type: string,
    member: string,
    values: readonly string[],
  ): Promise<ReadonlyMap<string, ScaffoldRecord>>;
  read(iri: string): Promise<ScaffoldRecord>;
  create(type: string, body: JsonObject): Promise<ScaffoldRecord>;
  /** Stores several records of one type in order, all or none. @throws AppError of a refused record */
  createAll(type: string, bodies: readonly JsonObject[]): Promise<readonly ScaffoldRecord[]>;
  /**
   * Applies a merge patch that replaces objects in JSON fields instead of merging them. On a published record it
   * creates or changes the draft, unless `version` selects the published one.
   */
  patch(record: ScaffoldRecord, body: JsonObject, version?: Requested['version']): Promise<ScaffoldRecord>;
  /** Creates a route whose path is derived from the title, below the parent's route (core.md 6.5). */
  generateRoute(body: JsonObject): Promise<ScaffoldRecord>;
  /** Returns the last path segment that `generateRoute` derives from a title. */
  slug(title: string, type: string): string;
  readonly users: UserFactory;
}
