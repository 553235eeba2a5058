import type { ParameterObject, PathsObject, ReferenceObject, RequestBodyObject } from 'openapi3-ts/oas31';
import { MERGE_PATCH, MULTIPART } from '../kernel/contract/http/media-types.js';
import type { Components } from '../kernel/contract/http/api-part.js';
import type { DocumentedDescriptor, DocumentedResource } from './documented-resource.js';
import {
  DELETE,
  describeCreate,
  describeList,
  describeRead,
  describeUpdate,
  DOWNLOADED,
  REPLACE,
  UPLOAD,
  USAGE,
} from './operation-descriptions.js';
import {
  document,
  DONE,
  jsonBody,
  operation,
  type OperationInput,
  PATH_HEADER,
  pathParameter,
} from './parts.js';
import { listParameters, searchParameter } from './list-parameters.js';
import { problems, type ProblemStatus } from './problems.js';
import { parameter } from './shared-by-types.js';
import { componentRef, schemaRef } from './component-ref.js';

/** Returns the components that all paths of one type share. */
export function ownComponents(resource: DocumentedResource): Components {
  const { name, operations } = resource.descriptor;
  const isWritten = operations.includes('create') || operations.includes('replace');
  return {
    parameters: { [identifierName(resource)]: identify(resource) },
    ...(isWritten ? { requestBodies: { [name]: bodyOf(resource) } } : {}),
  };
}

/** Returns the paths of one type with its operations (components.md sections 1.2, 4.2 and 10). */
export function resourcePaths(resource: DocumentedResource): PathsObject {
  const { descriptor } = resource;
  const provides = (name: DocumentedDescriptor['operations'][number]) => descriptor.operations.includes(name);
  const collection = {
    ...(provides('collection') ? { get: listOperation(resource) } : {}),
    ...(provides('create') ? { post: createOperation(resource) } : {}),
  };
  const item = {
    ...(provides('read') ? { get: readOperation(resource) } : {}),
    ...(provides('replace') ? { put: writeOperation(resource, 'replace') } : {}),
    ...(provides('update') ? { patch: writeOperation(resource, 'update') } : {}),
    ...(provides('delete') ? { delete: deleteOperation(resource) } : {}),
  };
  return {
    ...(Object.keys(collection).length === 0 ? {} : { [descriptor.path]: collection }),
    ...(Object.keys(item).length === 0 ? {} : { [resource.itemPath]: item }),
    ...(provides('usage') ? { [`${resource.itemPath}/usage`]: { get: usageOperation(resource) } } : {}),
    ...(provides('upload') ? uploadPaths(resource) : {}),
    ...(provides('download')
      ? { [`${resource.itemPath}/download/{field}`]: { get: downloadOperation(resource) } }
      : {}),
  };
}

/** Returns all paths that `resourcePaths` may contain; a type has some of them. */
export function resourcePathNames({ path }: DocumentedDescriptor, identifier: string): readonly string[] {
  const item = `${path}/{${identifier}}`;
  const suffixes = ['', '/usage', '/upload', '/download/{field}'];
  return [path, `${path}/upload`, ...suffixes.map((suffix) => `${item}${suffix}`)];
}

const identifierName = ({ descriptor, identifier }: DocumentedResource): string =>
  `${descriptor.name}.${identifier}`;

function identify({ identifier, descriptor }: DocumentedResource): ParameterObject {
  const description = identifier === 'id' ? `Id of the ${descriptor.name}.` : `The ${identifier}.`;
  return pathParameter(identifier, description);
}

function itemParameters(resource: DocumentedResource): readonly ReferenceObject[] {
  return [
    componentRef('parameters', identifierName(resource)),
    ...(resource.descriptor.publishable === undefined ? [] : [parameter('Published')]),
    PATH_HEADER,
  ];
}

/** Returns the parameters of a change or deletion, which may require a version (contract decision 100). */
const changeParameters = (resource: DocumentedResource): readonly ReferenceObject[] => [
  ...itemParameters(resource),
  parameter('IfMatch'),
];

function readSchema({ descriptor }: DocumentedResource) {
  return schemaRef(`${descriptor.name}.jsonld`);
}

function inputSchema({ descriptor }: DocumentedResource) {
  return schemaRef(`${descriptor.name}.jsonld-input`);
}

function patchSchema(resource: DocumentedResource) {
  return hasPatch(resource) ? schemaRef(`${resource.descriptor.name}.jsonld-patch`) : inputSchema(resource);
}

/** Returns whether a change may omit fields that a new record requires. */
export function hasPatch({ descriptor, schemas }: DocumentedResource): boolean {
  const { required = [] } = schemas[`${descriptor.name}.jsonld-input`] ?? {};
  return required.length > 0 && descriptor.operations.includes('update');
}

const writtenBody = ({ descriptor }: DocumentedResource): ReferenceObject =>
  componentRef('requestBodies', descriptor.name);

/**
 * Describes a request body and lists the fields that must reference an existing record, for which no example fits
 * every site.
 */
function bodyOf(resource: DocumentedResource): RequestBodyObject {
  const { required = [], properties = {} } =
    resource.schemas[`${resource.descriptor.name}.jsonld-input`] ?? {};
  const names = required.filter((name) => {
    const member = properties[name];
    return member !== undefined && 'format' in member && member.format === 'iri-reference';
  });
  const note = names.map((name) => ` \`${name}\` is the IRI of an existing record.`);
  return jsonBody(inputSchema(resource), undefined, `The members to write.${note.join('')}`);
}

/** Returns an operation of a type. Its id is a verb followed by the type's name. */
function operationOf({ descriptor: { name } }: DocumentedResource, input: Omit<OperationInput, 'tag'>) {
  return operation({ ...input, id: `${input.id}${name}`, tag: name });
}

function listOperation(resource: DocumentedResource) {
  const { descriptor } = resource;
  return operationOf(resource, {
    id: 'list',
    summary: `Retrieves the collection of ${descriptor.name} resources.`,
    description: describeList(descriptor),
    parameters: [...listParameters(descriptor), PATH_HEADER],
    responses: {
      200: document('The collection.', {
        allOf: [
          schemaRef('CollectionEnvelope'),
          { type: 'object', properties: { member: { type: 'array', items: readSchema(resource) } } },
        ],
      }),
      ...problems(400, 401, 403, 422),
    },
  });
}

function createOperation(resource: DocumentedResource) {
  const { descriptor } = resource;
  return operationOf(resource, {
    id: 'create',
    summary: `Creates a ${descriptor.name} resource.`,
    description: describeCreate(descriptor),
    parameters: descriptor.publishable === undefined ? [] : [parameter('ValidatePublished')],
    body: descriptor.operations.includes('upload') ? eitherBody(resource) : writtenBody(resource),
    responses: {
      201: document('The new record.', readSchema(resource)),
      ...problems(400, 401, 403, 415, 422),
      ...(descriptor.operations.includes('upload') ? problems(413) : {}),
      ...(descriptor.isThrottled === true ? problems(429) : {}),
    },
  });
}

function readOperation(resource: DocumentedResource) {
  const { descriptor } = resource;
  return operationOf(resource, {
    id: 'read',
    summary: `Retrieves a ${descriptor.name} resource.`,
    description: describeRead(descriptor),
    parameters: [...itemParameters(resource), ...searchParameter(descriptor)],
    responses: { 200: document('The record.', readSchema(resource)), ...problems(400, 401, 403, 404) },
  });
}

function writeOperation(resource: DocumentedResource, name: 'replace' | 'update') {
  const { descriptor } = resource;
  const isPatch = name === 'update';
  return operationOf(resource, {
    id: name,
    summary: isPatch
      ? `Updates the ${descriptor.name} resource.`
      : `Replaces the ${descriptor.name} resource.`,
    description: isPatch ? describeUpdate(descriptor) : REPLACE,
    parameters: [
      ...changeParameters(resource),
      ...(descriptor.publishable === undefined ? [] : [parameter('ValidatePublished')]),
    ],
    body: isPatch ? jsonBody(patchSchema(resource), [MERGE_PATCH]) : writtenBody(resource),
    responses: {
      200: document('The changed record.', readSchema(resource)),
      ...problems(400, 401, 403, 404, 412, 415, 422, 428),
      ...(descriptor.isThrottled === true ? problems(429) : {}),
    },
  });
}

function deleteOperation(resource: DocumentedResource) {
  return operationOf(resource, {
    id: 'delete',
    summary: `Deletes the ${resource.descriptor.name} resource.`,
    description: DELETE,
    parameters: changeParameters(resource),
    responses: { 204: DONE, ...problems(400, 401, 403, 404, 412, 422, 428) },
  });
}

function usageOperation(resource: DocumentedResource) {
  return operationOf(resource, {
    id: 'usage',
    summary: `Counts the uses of the ${resource.descriptor.name} resource.`,
    description: USAGE,
    parameters: itemParameters(resource),
    responses: { 200: componentRef('responses', 'Usage'), ...problems(400, 401, 403, 404) },
  });
}

/** Returns a form body with fields and files as its parts (contract decision 106). */
function formBody({ descriptor }: DocumentedResource, schema = `${descriptor.name}.form`) {
  const description = 'One part for each file and member. Members that are not text are sent as JSON.';
  return jsonBody(schemaRef(schema), [MULTIPART], description);
}

function eitherBody(resource: DocumentedResource) {
  const json = bodyOf(resource);
  return { ...json, content: { ...json.content, ...formBody(resource).content } };
}

function uploadPaths(resource: DocumentedResource): PathsObject {
  const { descriptor, itemPath } = resource;
  const changed = hasPatch(resource) ? `${descriptor.name}.form-patch` : `${descriptor.name}.form`;
  const upload = (
    words: Pick<OperationInput, 'id' | 'summary' | 'parameters'>,
    body: RequestBodyObject = formBody(resource),
    ...more: readonly ProblemStatus[]
  ) =>
    operationOf(resource, {
      ...words,
      description: UPLOAD,
      body,
      responses: {
        201: document('The record with its files.', readSchema(resource)),
        ...problems(400, 401, 403, 404, 413, 415, 422, ...more),
      },
    });
  return {
    [`${descriptor.path}/upload`]: {
      post: upload({
        id: 'upload',
        summary: `Creates a ${descriptor.name} resource from files.`,
      }),
    },
    [`${itemPath}/upload`]: {
      post: upload(
        {
          id: 'uploadInto',
          summary: `Replaces files of the ${descriptor.name} resource.`,
          parameters: changeParameters(resource),
        },
        formBody(resource, changed),
        412,
        428,
      ),
    },
  };
}

function downloadOperation(resource: DocumentedResource) {
  const { descriptor, uploadFields } = resource;
  const field = pathParameter('field', 'Name of the upload field.', {
    type: 'string',
    enum: [...uploadFields],
  });
  return operationOf(resource, {
    id: 'download',
    summary: `Downloads a file of the ${descriptor.name} resource.`,
    description: DOWNLOADED,
    parameters: [...itemParameters(resource), field, parameter('Download')],
    responses: {
      200: { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      ...problems(400, 401, 403),
      404: componentRef('responses', 'NoFile'),
    },
  });
}
