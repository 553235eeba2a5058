import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { uploadFieldsOf, type Uploads } from '../uploads.js';
import { isFlagSet } from '../../../kernel/util/http/parse-query.js';
import { buildFileAnswer } from './file-answer.js';
import { uploadErrors } from '../errors.js';

export interface DownloadEndpointDeps {
  readonly operations: ResourceOperations;
  readonly uploads: Uploads;
  readonly iris: IriConverter;
}

/**
 * Creates `GET <type>/{id}/download/{field}`, which returns the stored file, or the variant of `filter`
 * (components.md section 4.6).
 */
export function createDownloadEndpoints(
  resource: RegisteredResource,
  deps: DownloadEndpointDeps,
): Endpoint[] {
  if (!resource.operations.includes('download')) return [];
  return [
    {
      method: 'GET',
      pattern: `${resource.path}/{id}/download/{field}`,
      produces: ['*/*'],
      tokens: 'scoped',
      handle: (request) => download(resource, request, deps),
    },
  ];
}

async function download(
  resource: RegisteredResource,
  request: ApiRequest,
  { operations, uploads, iris }: DownloadEndpointDeps,
): Promise<ApiResponse> {
  const { parameters, context, query, headers, raw } = request;
  const { record, tags, vary, expiresAt } = await operations.readItem(resource, parameters.id ?? '', context);
  const field = findField(resource, parameters.field ?? '');
  if (field === undefined) throw notFound();
  const stored = record.values[field.name];
  if (typeof stored !== 'string' || stored === '') return emptyField();
  const filter = chosenFilter(uploads.filtersOf(record, field), query.filter);
  const { path, name } = await uploads.servedNames.ofHeld(stored, filter);
  const file = await buildFileAnswer(uploads.stores.get(field.adapter), path, {
    headers,
    name: () => Promise.resolve(name),
    wantsAttachment: isFlagSet(query, 'download'),
    media: uploads.media,
  });
  if (file === undefined) throw notFound();
  if (file.status === 416) throw uploadErrors.rangeNotSatisfiable(file.headers['Content-Range'] ?? '');
  const facts = {
    headers: file.headers,
    tags: [iris.item(resource, record.id), ...tags],
    vary: [...vary],
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  if (file.open === undefined || raw.method === 'HEAD') return { status: file.status, ...facts };
  const content = await file.open();
  if (content === undefined) throw notFound();
  return { status: file.status, content, ...facts };
}

/** Finds an upload field by its declared name or its snake_case form. */
function findField(resource: RegisteredResource, segment: string): UploadField | undefined {
  const fields = uploadFieldsOf(resource);
  return (
    fields.find(({ name }) => name === segment) ?? fields.find(({ name }) => toSnakeCase(name) === segment)
  );
}

const toSnakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/**
 * Returns the requested filter, or null for the file itself. @throws AppError 404 for a variant that the record's
 * field does not have
 */
function chosenFilter(filters: readonly string[], filter: unknown): string | null {
  if (filter === undefined) return null;
  if (typeof filter !== 'string' || !filters.includes(filter)) throw notFound();
  return filter;
}

function emptyField(): ApiResponse {
  return {
    status: 404,
    content: 'The file path for this resource is empty',
    contentType: 'text/plain; charset=utf-8',
    cache: 'none',
  };
}
