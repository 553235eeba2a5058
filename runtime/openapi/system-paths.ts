import type { PathsObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { document, jsonBody, operation, PATH_HEADER, pathParameter, queryParameter } from './parts.js';
import { problems } from './problems.js';
import { schemaRef } from './component-ref.js';

const routeId = pathParameter('id', 'Identifier of the route, or its path.');

/** Monitors send frequent requests without an account. */
const PROBE = 'Open to everybody and cheap to answer; nothing keeps the answer.';

const routeTree: SchemaObject = {
  type: 'object',
  required: ['children'],
  properties: {
    '@context': { type: 'string' },
    children: { type: 'array', items: schemaRef('RouteTreeNode') },
  },
};

/** Operations of built-in types besides reading and writing records (core.md sections 6, 11 and 15). */
export const SYSTEM_PATHS: PathsObject = {
  '/': {
    get: operation({
      id: 'entrypoint',
      tag: 'Entrypoint',
      summary: 'Retrieves the entry point: every collection by the name of its type.',
      description: 'What the caller may read of each decides its own list.',
      responses: { 200: document('The entry point.', { type: 'object', additionalProperties: true }) },
      open: true,
    }),
  },
  '/_/routes/generate': {
    post: operation({
      id: 'generateRoute',
      tag: 'Route',
      summary: 'Creates a Route resource whose path follows from the title of its page.',
      description:
        'The path is the title in plain letters, below that of the parent page; a number follows where it is taken.',
      body: jsonBody(
        schemaRef('Route.generation'),
        undefined,
        'The page or page data record that needs a route.',
      ),
      responses: {
        201: document('The new route.', schemaRef('Route.jsonld')),
        ...problems(400, 401, 403, 415, 422),
      },
    }),
  },
  '/_/routes/{id}/children': {
    get: operation({
      id: 'routeChildren',
      tag: 'Route',
      summary: 'Retrieves the tree of routes below a route.',
      description: 'Routes of the pages whose parents lead up to the page of this route.',
      parameters: [routeId],
      responses: { 200: document('The tree.', routeTree), ...problems(401, 403, 404) },
    }),
  },
  '/_/routes/{id}/redirects': {
    get: operation({
      id: 'routeRedirects',
      tag: 'Route',
      summary: 'Retrieves the tree of routes that redirect to a route.',
      description: 'Earlier addresses of a page, and what redirected to those.',
      parameters: [routeId],
      responses: {
        200: document('The route with its redirects.', schemaRef('Route.jsonld')),
        ...problems(401, 403, 404),
      },
    }),
  },
  '/_/resource_manifest/{id}': {
    get: operation({
      id: 'resourceManifest',
      tag: 'Route',
      summary: 'Retrieves the IRIs of everything a page needs.',
      description: 'So that a front end can ask for all of them at once.',
      parameters: [
        pathParameter('id', 'Path of the page, or identifier of a page or page data record.'),
        queryParameter(
          'embed',
          { type: 'string', enum: ['documents'] },
          'Adds the documents of all resources, each as its own address answers, so that a page takes one request.',
        ),
        PATH_HEADER,
      ],
      responses: {
        200: document('The resources by depth.', schemaRef('ResourceManifest')),
        ...problems(401, 403, 404),
      },
    }),
  },
  '/_/page_data_metadatas': {
    get: operation({
      id: 'listPageDataMetadata',
      tag: 'PageDataMetadata',
      summary: 'Retrieves the collection of PageDataMetadata resources.',
      description: 'All page data types with the members that hold components.',
      responses: {
        200: document('The page data types with their slots.', {
          allOf: [
            schemaRef('CollectionEnvelope'),
            {
              type: 'object',
              properties: { member: { type: 'array', items: schemaRef('PageDataMetadata.jsonld') } },
            },
          ],
        }),
      },
    }),
  },
  '/_/page_data_metadatas/{resourceClass}': {
    get: operation({
      id: 'readPageDataMetadata',
      tag: 'PageDataMetadata',
      summary: 'Retrieves a PageDataMetadata resource.',
      description: 'The members of one page data type that hold components.',
      parameters: [pathParameter('resourceClass', 'Identifier of the page data type.')],
      responses: {
        200: document('The slots of the type.', schemaRef('PageDataMetadata.jsonld')),
        ...problems(404),
      },
    }),
  },
  '/_/health': { get: health('health', 'Tells whether the service and its database answer.', true) },
  '/_/health/live': { get: health('healthLive', 'Tells whether the service answers.', false) },
};

function health(id: string, summary: string, asksDatabase: boolean) {
  const state = (description: string, members: Readonly<Record<string, SchemaObject>>): ResponseObject => {
    const schema: SchemaObject = { type: 'object', required: Object.keys(members), properties: members };
    return { description, content: { 'application/json': { schema } } };
  };
  const text: SchemaObject = { type: 'string' };
  const down = { 503: state('The database does not answer.', { status: text, reason: text }) };
  return operation({
    id,
    tag: 'Health',
    summary,
    description: PROBE,
    responses: { 200: state('Ready.', { status: text }), ...(asksDatabase ? down : {}) },
    open: true,
    ignoresSession: true,
  });
}
