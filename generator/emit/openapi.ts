import type { OpenAPIObject, PathsObject, SchemaObject } from 'openapi3-ts/oas31';
import type { ResourceDescriptor } from '../../runtime/contract/resource.js';
import type { ApiModel, ResourceModel } from '../model/types.js';
import { ACCOUNT_PATHS } from './openapi/account-paths.js';
import { documentDescriptor, type DocumentedResource, documentModel } from './openapi/documented-resource.js';
import { type DocumentPieces, joinDocument, printPath, printSchema } from './openapi/document-text.js';
import { exampleInput } from './openapi/example-input.js';
import { resourcePathNames, resourcePaths } from './openapi/resource-paths.js';
import { SHARED_SCHEMAS } from './openapi/shared-schemas.js';
import { SYSTEM_PATHS } from './openapi/system-paths.js';

/** Built-in types whose records are named by something else than an id. */
const IDENTIFIERS: Readonly<Record<string, string>> = { SiteConfigParameter: 'key' };

/** What the last run printed, and which types it printed from the same model. */
export interface PrintedDocument {
  readonly pieces: DocumentPieces;
  isCurrent(resource: ResourceModel): boolean;
}

/**
 * The OpenAPI 3.1 document of the whole API as text (components.md section 10). Paths have no prefix; the runtime adds
 * the prefix, the title and the version of its deployment.
 */
export function printOpenApi(
  model: ApiModel,
  coreResources: readonly ResourceDescriptor[],
  last?: PrintedDocument,
): string {
  const core = coreResources.map((descriptor) =>
    documentDescriptor(withUserFields(descriptor, model), IDENTIFIERS[descriptor.name] ?? 'id'),
  );
  const [kept, changed] = partition(model.resources, (resource) => last?.isCurrent(resource) === true);
  const documented = [...core, ...changed.map(documentModel)];
  const pieces = {
    paths: new Map(Object.entries(pathsOf(documented)).map(([name, value]) => [name, printPath(value)])),
    schemas: new Map(
      Object.entries(schemasOf(documented)).map(([name, value]) => [name, printSchema(value)]),
    ),
  };
  if (last !== undefined) addKept(pieces, kept, last.pieces);
  return joinDocument(
    frameOf([...coreResources, ...model.resources.map(({ descriptor }) => descriptor)]),
    pieces,
  );
}

interface MutablePieces {
  readonly paths: Map<string, string>;
  readonly schemas: Map<string, string>;
}

function addKept(pieces: MutablePieces, kept: readonly ResourceModel[], last: DocumentPieces): void {
  for (const { descriptor } of kept) {
    for (const path of resourcePathNames(descriptor, 'id')) {
      const text = last.paths.get(path);
      if (text !== undefined) pieces.paths.set(path, text);
    }
  }
  const names = new Set(kept.map(({ descriptor }) => descriptor.name));
  for (const [name, text] of last.schemas) {
    // `Title.jsonld`, `Title.Speaker`: titles have no dots.
    if (names.has(name.slice(0, name.indexOf('.')))) pieces.schemas.set(name, text);
  }
}

function partition<Item>(items: readonly Item[], accept: (item: Item) => boolean): [Item[], Item[]] {
  const accepted: Item[] = [];
  const others: Item[] = [];
  for (const item of items) (accept(item) ? accepted : others).push(item);
  return [accepted, others];
}

/** All of the document but its paths and schemas. */
function frameOf(descriptors: readonly { readonly name: string }[]): OpenAPIObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'API',
      description: 'API of the site.',
      version: '0.0.0',
    },
    servers: [{ url: '/' }],
    security: [{ authorization: [] }, { authToken: [] }, { cookie: [] }, {}],
    tags: tagsOf(descriptors),
    paths: {},
    components: { schemas: {}, securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES = {
  authorization: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Bearer and the token.',
  },
  authToken: { type: 'apiKey', in: 'header', name: 'X-AUTH-TOKEN', description: 'The token.' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'api_component', description: 'The cookie set by /login.' },
} as const;

function withUserFields(descriptor: ResourceDescriptor, model: ApiModel): ResourceDescriptor {
  if (descriptor.name !== 'User' || model.user === undefined) return descriptor;
  return {
    ...descriptor,
    fields: [...descriptor.fields, ...model.user.fields.map((field) => field.descriptor)],
  };
}

function tagsOf(descriptors: readonly { readonly name: string }[]) {
  const types = [...descriptors.map(({ name }) => name), 'PageDataMetadata'];
  return [
    ...types.sort().map((name) => ({ name, description: `Resource '${name}' operations.` })),
    {
      name: 'Account',
      description:
        'Sign-in, passwords and addresses. After `login` the session cookie goes with every request.',
    },
    { name: 'Entrypoint', description: 'Where clients begin.' },
    { name: 'Health', description: 'Readiness of the service.' },
  ];
}

function pathsOf(resources: readonly DocumentedResource[]): PathsObject {
  const paths: PathsObject = { ...ACCOUNT_PATHS, ...SYSTEM_PATHS };
  for (const resource of resources) Object.assign(paths, resourcePaths(resource));
  return paths;
}

function schemasOf(resources: readonly DocumentedResource[]): Record<string, SchemaObject> {
  const all: Record<string, SchemaObject> = { ...SHARED_SCHEMAS };
  for (const resource of resources) Object.assign(all, resource.schemas, exampleOfInput(resource));
  return all;
}

/** Bodies have an example, so that the documentation page offers one that can be sent. */
function exampleOfInput({
  descriptor,
  schemas,
  uploadFields,
}: DocumentedResource): Record<string, SchemaObject> {
  const name = `${descriptor.name}.jsonld-input`;
  const schema = schemas[name];
  return schema === undefined
    ? {}
    : { [name]: { ...schema, examples: [exampleInput(schema, uploadFields)] } };
}
