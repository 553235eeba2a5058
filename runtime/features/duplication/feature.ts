import type { Endpoint } from '../../kernel/contract/http/http.js';
import { WRITE_TYPES } from '../../kernel/endpoints/resource-endpoints.js';
import { badRequest } from '../../kernel/errors/catalog.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { isJsonObject } from '../../kernel/util/json-object.js';
import { UPLOADS } from '../uploads/public-api.js';
import { describeDuplicate, SCHEMAS } from './documentation.js';
import { createDuplicate, type Duplicate } from './duplicate.js';

export const create: CreateFeature = async (kernel, apis) => {
  const uploads = await apis.open(UPLOADS);
  return {
    documentation: {
      tag: {
        name: 'Duplication',
        description: 'Copies of records, and of pages with their content.',
      },
      schemas: SCHEMAS,
    },
    endpoints({ operations, answerPart }) {
      const duplicate = createDuplicate({ ...kernel, operations, answerPart, uploads });
      return kernel.registry.all.filter(canBeDuplicated).map((resource) => endpointOf(resource, duplicate));
    },
  };
};

/**
 * Types that editors duplicate. Layouts, routes, groups and positions are excluded because they belong to other
 * records.
 */
const canBeDuplicated = ({ kind, name, operations }: RegisteredResource): boolean =>
  (kind === 'component' || kind === 'page_data' || kind === 'record' || name === 'Page') &&
  operations.includes('create') &&
  operations.includes('read');

/** Creates the endpoint `POST {iri}/duplicate`. */
function endpointOf(resource: RegisteredResource, duplicate: Duplicate): Endpoint {
  return {
    method: 'POST',
    pattern: `${resource.path}/{id}/duplicate`,
    mayBePart: true,
    tokens: 'scoped',
    accepts: WRITE_TYPES,
    documentation: describeDuplicate(resource),
    async handle(request) {
      const members = (await request.jsonValue()) ?? {};
      if (!isJsonObject(members)) throw badRequest('The request body must be a JSON object.');
      const what = { resource, key: request.parameters.id ?? '', members };
      const { iri, answer } = await duplicate(what, request);
      const { 'Content-Type': type, ETag: etag } = answer.headers;
      return {
        status: 201,
        content: answer.text ?? '',
        contentType: String(type),
        headers: {
          Location: iri,
          'Content-Location': `${iri}.jsonld`,
          ...(etag === undefined ? {} : { ETag: etag }),
        },
      };
    },
  };
}
