import type { RequestContext } from '../contract/context.js';
import type { SqlSession } from '../contract/database.js';
import type { JsonValue } from '../contract/json.js';
import type { Reference } from '../contract/record.js';
import type { ViolationList } from '../contract/validation.js';
import { invalidIri, itemNotFound } from '../errors/catalog.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import type { RecordReader } from '../records/record-reader.js';

interface ResolveScope {
  readonly violations: ViolationList;
  readonly session: SqlSession;
  readonly context: RequestContext;
}

/** Answers whether a caller may name a record in a write; a draft it may not see does not exist for it. */
export type ReferenceGuard = (
  reference: Reference,
  context: RequestContext,
  session: SqlSession,
) => Promise<boolean>;

export interface ReferenceResolver {
  /**
   * The record that an IRI in a body names, or undefined after adding a violation.
   * @throws AppError 400 when the value is no IRI of this API, or names nothing (core.md section 2.3).
   */
  resolve(target: string, raw: JsonValue, path: string, scope: ResolveScope): Promise<Reference | undefined>;
}

export function createReferenceResolver(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly reader: RecordReader;
  readonly guards: readonly ReferenceGuard[];
}): ReferenceResolver {
  const { registry, iris, reader, guards } = deps;
  return {
    async resolve(target, raw, path, scope) {
      const iri = iriOf(raw);
      if (iri === undefined) {
        scope.violations.add({
          propertyPath: path,
          message: 'This value should be of type string.',
          code: TYPE_CODE,
        });
        return undefined;
      }
      const parsed = iris.parse(iri);
      if (parsed?.kind !== 'item') throw invalidIri(iri);
      if (!registry.accepts(target, parsed.resource.name)) {
        const message = `This value should be the IRI of a resource of type ${target}.`;
        scope.violations.add({ propertyPath: path, message, code: TYPE_CODE });
        return undefined;
      }
      const reference = await reader.resolve(scope.session, parsed.resource, parsed.key);
      if (reference === undefined) throw itemNotFound(iri);
      for (const guard of guards) {
        if (!(await guard(reference, scope.context, scope.session))) throw itemNotFound(iri);
      }
      return reference;
    },
  };
}

const TYPE_CODE = 'ba785a8c-82cb-4283-967c-3cf342181b40';

/** Relations are sent as IRI strings; a document in their place stands for its `@id`. */
function iriOf(raw: JsonValue): string | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  // Array.isArray does not narrow readonly arrays away.
  const id = (raw as { readonly '@id'?: JsonValue })['@id'];
  return typeof id === 'string' ? id : undefined;
}
