import type { JsonObject } from '../../../kernel/contract/json.js';
import { kernelErrors, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { Subject } from '../open-preview.js';

/**
 * Finds the page, page data record or route that a body references.
 * @throws AppError 422 for none or several, 400 for an IRI of another type or of a missing record
 */
export type FindSubject = (
  body: JsonObject,
) => Promise<{ readonly subject: Subject; readonly iri: string; readonly member: string }>;

const ACCEPTS: Readonly<Record<string, (resource: RegisteredResource) => boolean>> = {
  page: ({ name }) => name === 'Page',
  pageData: ({ kind }) => kind === 'page_data',
  route: ({ name }) => name === 'Route',
};

const ONE = 'Please specify one of page, pageData and route.';

export function createFindSubject({
  iris,
  reader,
  database,
}: Pick<Kernel, 'iris' | 'reader' | 'database'>): FindSubject {
  return async (body) => {
    const named = Object.entries(ACCEPTS).filter(([member]) => (body[member] ?? null) !== null);
    const [only] = named;
    if (only === undefined || named.length > 1)
      throw validationFailed([{ propertyPath: '', message: ONE, code: null }]);
    const [member, accepts] = only;
    const iri = body[member];
    const target = typeof iri === 'string' ? iris.parse(iri) : undefined;
    if (typeof iri !== 'string' || target?.kind !== 'item' || !accepts(target.resource))
      throw kernelErrors.invalidIri(String(iri), member);
    const found = await reader.resolve(database, target.resource, target.key);
    if (found === undefined) throw kernelErrors.itemNotFound(iri);
    return { subject: { type: found.type, id: found.id }, iri, member };
  };
}
