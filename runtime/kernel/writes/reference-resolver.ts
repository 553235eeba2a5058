import type { RequestContext } from '../contract/context.js';
import type { SqlSession } from '../contract/database/database.js';
import type { JsonValue } from '../contract/json.js';
import type { Reference } from '../contract/records/record.js';
import type { ViolationList } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import { invalidIri, itemNotFound } from '../errors/catalog.js';
import { sentIri } from './sent-iri.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { RecordReader } from '../records/record-reader.js';
import { messageOf } from '../util/text/message-text.js';
import { violationAt } from '../validation/violation-at.js';
import { wrongType } from '../validation/wrong-type.js';

interface ResolveScope {
  readonly session: SqlSession;
  readonly context: RequestContext;
}

/**
 * Returns whether a caller may reference a record in a write. Drafts that the caller may not see are treated
 * as missing.
 */
export type ReferenceGuard = (
  reference: Reference,
  context: RequestContext,
  session: SqlSession,
) => Promise<boolean>;

/** A field or list entry of a body that must reference a record. */
export interface ReferenceRequest {
  readonly target: string;
  readonly raw: JsonValue;
  /** Property path of violations. */
  readonly path: string;
  readonly violations: ViolationList;
}

export interface ReferenceResolver {
  /**
   * Resolves IRIs to records, in request order; undefined where a violation was added. One statement per
   * referenced type, whatever the number of IRIs.
   * @throws AppError 400 if a value is not an IRI of this API, or names no record (core.md section 2.3).
   */
  resolve(
    requests: readonly ReferenceRequest[],
    scope: ResolveScope,
  ): Promise<readonly (Reference | undefined)[]>;
}

interface ReferenceDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly reader: RecordReader;
  readonly guards: readonly ReferenceGuard[];
}

export function createReferenceResolver(deps: ReferenceDeps): ReferenceResolver {
  return {
    async resolve(requests, scope) {
      const named = requests.map((request) => parseRequest(request, deps));
      const found = await findNamed(named, scope.session, deps.reader);
      const references: (Reference | undefined)[] = [];
      for (const name of named) {
        const reference = name && found.get(name.resource)?.get(name.key);
        if (name !== undefined && !(await isNameable(reference, scope, deps.guards)))
          throw itemNotFound(name.iri);
        references.push(reference);
      }
      return references;
    },
  };
}

interface NamedRecord {
  readonly iri: string;
  readonly resource: RegisteredResource;
  readonly key: string;
}

function parseRequest(
  { target, raw, path: propertyPath, violations }: ReferenceRequest,
  { iris, registry }: ReferenceDeps,
): NamedRecord | undefined {
  const iri = sentIri(raw);
  if (iri === undefined) {
    violations.add({ propertyPath, ...wrongType('string') });
    return undefined;
  }
  const parsed = iris.parse(iri);
  if (parsed?.kind !== 'item') throw invalidIri(iri, propertyPath);
  if (!registry.accepts(target, parsed.resource.name)) {
    const text = messageOf('This value should be the IRI of a resource of type {{ type }}.', {
      parameters: { type: target },
    });
    violations.add(violationAt(propertyPath, text, VIOLATION_CODES.type));
    return undefined;
  }
  return { iri, resource: parsed.resource, key: parsed.key };
}

async function findNamed(
  named: readonly (NamedRecord | undefined)[],
  session: SqlSession,
  reader: RecordReader,
): Promise<ReadonlyMap<RegisteredResource, ReadonlyMap<string, Reference>>> {
  const keys = new Map<RegisteredResource, Set<string>>();
  for (const name of named) {
    if (name === undefined) continue;
    const known = keys.get(name.resource);
    if (known === undefined) keys.set(name.resource, new Set([name.key]));
    else known.add(name.key);
  }
  const found = new Map<RegisteredResource, ReadonlyMap<string, Reference>>();
  for (const [resource, wanted] of keys)
    found.set(resource, await reader.resolveMany(session, resource, [...wanted]));
  return found;
}

async function isNameable(
  reference: Reference | undefined,
  { context, session }: ResolveScope,
  guards: readonly ReferenceGuard[],
): Promise<boolean> {
  if (reference === undefined) return false;
  for (const guard of guards) {
    if (!(await guard(reference, context, session))) return false;
  }
  return true;
}
