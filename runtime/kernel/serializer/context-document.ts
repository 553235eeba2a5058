import type { JsonObject } from '../contract/json.js';
import type { ColumnType, FieldDescriptor, CompleteDescriptor } from '../contract/schema/resource.js';
import { isEmbedding } from './embedding.js';
import { buildEntrypointMembers } from './entrypoint.js';
import { showsId } from './shows-id.js';

/** Input of all documentation resources. */
export interface DocumentationFacts {
  readonly resources: readonly CompleteDescriptor[];
  /** JSON-LD terms of documents that show no record, by context name. */
  readonly contexts: Readonly<Record<string, JsonObject>>;
  readonly apiPrefix: string;
  /** Scheme, host and port without a trailing slash. */
  readonly publicUrl: string;
  readonly websiteName: string;
  /** Version such as `1.0.0 (0.1.0@abc1234)`. */
  readonly version: string;
  readonly metadataKey: string;
}

/** A field of a type in the documentation. */
export interface DocumentedMember {
  readonly name: string;
  readonly description?: string;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Whether it is a relation printed as an IRI. */
  readonly isIri: boolean;
  /** Type of a scalar, or the target of a relation. */
  readonly column?: ColumnType;
  readonly target?: string;
}

/** Returns the fields visible to clients. Fields that are neither readable nor writable are internal. */
export function documentedMembers(
  resource: CompleteDescriptor,
  metadataKey: string,
): readonly DocumentedMember[] {
  const members = resource.fields.filter(({ readable, writable }) => readable || writable).map(toMember);
  const names = new Set(members.map(({ name }) => name));
  const id = showsId(resource) && !names.has('id') ? [RECORD_ID] : [];
  return [...id, ...members, { ...READ_ONLY, name: metadataKey }];
}

const READ_ONLY = {
  readable: true,
  writable: false,
  required: false,
  deprecated: false,
  isIri: false,
} as const;
const RECORD_ID: DocumentedMember = { ...READ_ONLY, name: 'id', column: 'uuid' };

function toMember(field: FieldDescriptor): DocumentedMember {
  const { name, description, readable, writable, deprecated = false } = field;
  const relation = 'target' in field ? field : undefined;
  return {
    name,
    readable,
    writable,
    deprecated,
    required: field.kind === 'scalar' && writable && !field.nullable && field.default === undefined,
    isIri: relation !== undefined && !isEmbedding(relation),
    ...(description === undefined ? {} : { description }),
    ...(field.kind === 'scalar' ? { column: field.type } : {}),
    ...(relation === undefined ? {} : { target: relation.target }),
  };
}

const PROBLEM_MEMBERS = ['type', 'title', 'status', 'detail', 'instance', 'description'];

/** Builds `GET /contexts/{type}` (core.md section 1.4); undefined for an unknown type. */
export function buildContextDocument(type: string, facts: DocumentationFacts): JsonObject | undefined {
  const terms = contextTerms(type, facts);
  if (terms === undefined) return undefined;
  const vocabulary = `${facts.publicUrl}${facts.apiPrefix}/docs.jsonld#`;
  return { '@context': { '@vocab': vocabulary, hydra: 'http://www.w3.org/ns/hydra/core#', ...terms } };
}

function contextTerms(type: string, facts: DocumentationFacts): JsonObject | undefined {
  const plain = (names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, `${type}/${name}`]));
  const iri = (name: string): JsonObject => ({ '@id': `${type}/${name}`, '@type': '@id' });
  if (type === 'Entrypoint') {
    const keys = Object.keys(buildEntrypointMembers(facts));
    return Object.fromEntries(keys.map((name) => [name, iri(name)]));
  }
  if (type === 'Error') return plain(PROBLEM_MEMBERS);
  if (VIOLATION_TYPES.has(type)) return plain([...PROBLEM_MEMBERS, 'violations']);
  const resource = facts.resources.find(({ name }) => name === type);
  if (resource === undefined) return Object.hasOwn(facts.contexts, type) ? facts.contexts[type] : undefined;
  const members = documentedMembers(resource, facts.metadataKey);
  return Object.fromEntries(members.map(({ name, isIri }) => [name, isIri ? iri(name) : `${type}/${name}`]));
}

/** The second name is used by the prefixed form of errors. */
const VIOLATION_TYPES = new Set(['ConstraintViolation', 'ConstraintViolationList']);
