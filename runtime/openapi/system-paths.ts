import type { PathsObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { document, jsonBody, operation, PATH_HEADER, pathParameter, queryParameter } from './parts.js';
import { problems } from './problems.js';
import { schemaRef } from './component-ref.js';

const routeId = pathParameter('id', 'Id or path of the route.');

/** Monitors send frequent requests without an account. */
const PROBE = 'Public and inexpensive. The response is not cached.';

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
      summary: 'Retrieves the entry point, which lists all collections by type.',
      description: 'Contains all collections, regardless of the permissions of the caller.',
      responses: { 200: document('The entry point.', { type: 'object', additionalProperties: true }) },
      open: true,
    }),
  },
  '/_/routes/generate': {
    post: operation({
      id: 'generateRoute',
      tag: 'Route',
      summary: 'Creates a Route resource with a path that is generated from the title of its page.',
      description:
        'The path is a slug of the title, below the path of the parent page. If the path is already in use, a number is appended.',
      body: jsonBody(
        schemaRef('Route.generation'),
        undefined,
        'The page or page data record for which to create a route.',
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
      description: 'Contains the routes of all descendants of the page of this route.',
      parameters: [routeId],
      responses: { 200: document('The tree.', routeTree), ...problems(401, 403, 404) },
    }),
  },
  '/_/routes/{id}/redirects': {
    get: operation({
      id: 'routeRedirects',
      tag: 'Route',
      summary: 'Retrieves the tree of routes that redirect to a route.',
      description: 'Contains direct redirects and redirects to those.',
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
      summary: 'Retrieves the IRIs of all resources of a page.',
      description:
        'Front ends can then request all resources in parallel, or embed the documents in the response.',
      parameters: [
        pathParameter('id', 'Path of the page, or id of a page or page data record.'),
        queryParameter(
          'embed',
          { type: 'string', enum: ['documents'] },
          'Adds the documents of all resources, so that a page takes one request.',
        ),
        PATH_HEADER,
      ],
      responses: {
        200: document('The IRIs of the resources, by depth.', schemaRef('ResourceManifest')),
        ...problems(401, 403, 404),
      },
    }),
  },
  '/_/page_data_metadatas': {
    get: operation({
      id: 'listPageDataMetadata',
      tag: 'PageDataMetadata',
      summary: 'Retrieves the collection of PageDataMetadata resources.',
      description: 'Lists all page data types with their slots.',
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
      description: 'Lists the slots of a page data type.',
      parameters: [pathParameter('resourceClass', 'Class identifier of the page data type.')],
      responses: {
        200: document('The slots of the type.', schemaRef('PageDataMetadata.jsonld')),
        ...problems(404),
      },
    }),
  },
  '/_/health': { get: health('health', 'Checks whether the service and its database are available.', true) },
  '/_/health/live': { get: health('healthLive', 'Checks whether the service is running.', false) },
};

function health(id: string, summary: string, asksDatabase: boolean) {
  const state = (description: string, members: Readonly<Record<string, SchemaObject>>): ResponseObject => {
    const schema: SchemaObject = { type: 'object', required: Object.keys(members), properties: members };
    return { description, content: { 'application/json': { schema } } };
  };
  const text: SchemaObject = { type: 'string' };
  const down = { 503: state('The database is unavailable.', { status: text, reason: text }) };
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
