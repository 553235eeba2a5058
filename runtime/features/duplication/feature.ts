import type { Endpoint } from '../../kernel/contract/http/http.js';
import { defineEndpoint } from '../../kernel/endpoints/define-endpoint.js';
import { freeBody } from '../../kernel/endpoints/json-body.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { answerOf } from '../../kernel/serializer/operation-parts.js';
import { UPLOADS } from '../uploads/public-api.js';
import { createDuplicate, type Duplicate } from './duplicate.js';

export const create: CreateFeature = async (kernel, apis) => {
  const uploads = await apis.open(UPLOADS);
  return {
    documentation: {
      tag: {
        name: 'Duplication',
        description: 'Copies of records, and of pages with their content.',
      },
      schemas: { Duplicate: { type: 'object', description: 'The copy, as a document of its type.' } },
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

const MEMBERS = freeBody({
  mayBeEmpty: true,
  name: 'DuplicateRequest',
  schema: { description: 'Members of the copy that replace those of the original.' },
});

/** Creates the endpoint `POST {iri}/duplicate`. */
function endpointOf(resource: RegisteredResource, duplicate: Duplicate): Endpoint {
  return defineEndpoint({
    method: 'POST',
    pattern: `${resource.path}/{id}/duplicate`,
    mayBePart: true,
    tokens: 'scoped',
    summary: `Duplicates a ${resource.name} with its content.`,
    description:
      'Requires permission to read all copied resources and to create new ones. Groups, positions, files, and components that are not used elsewhere are copied; other components are shared. The copy has no route and is not published. The request is atomic.',
    body: MEMBERS,
    responses: { 201: answerOf('The copy.', { $ref: '#/components/schemas/Duplicate' }) },
    problems: {
      400: 'The body is invalid.',
      404: 'The record does not exist, or the caller is not allowed to read it.',
      415: 'The media type of the body is not JSON.',
      422: 'The copy would violate a constraint, such as a unique value.',
    },
    async handle(request, { body: members }) {
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
  });
}
