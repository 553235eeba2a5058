import { OpenApiBuilder, type OpenAPIObject, type PathsObject, type SchemaObject } from 'openapi3-ts/oas31';
import type { ResourceDescriptor } from '../../runtime/contract/resource.js';
import type { ApiModel } from '../model/types.js';
import { ACCOUNT_PATHS } from './openapi/account-paths.js';
import { documentDescriptor, type DocumentedResource, documentModel } from './openapi/documented-resource.js';
import { exampleInput } from './openapi/example-input.js';
import { resourcePaths } from './openapi/resource-paths.js';
import { SHARED_SCHEMAS } from './openapi/shared-schemas.js';
import { SYSTEM_PATHS } from './openapi/system-paths.js';

/** Built-in types whose records are named by something else than an id. */
const IDENTIFIERS: Readonly<Record<string, string>> = { SiteConfigParameter: 'key' };

/**
 * The OpenAPI 3.1 document of the whole API (components.md section 10). Paths have no prefix; the runtime adds the
 * prefix, the title and the version of its deployment.
 */
export function buildOpenApi(model: ApiModel, coreResources: readonly ResourceDescriptor[]): OpenAPIObject {
  const core = coreResources.map((descriptor) =>
    documentDescriptor(withUserFields(descriptor, model), IDENTIFIERS[descriptor.name] ?? 'id'),
  );
  const resources = [...core, ...model.resources.map(documentModel)];
  const builder = OpenApiBuilder.create({
    openapi: '3.1.0',
    info: {
      title: 'API',
      description: 'API of the site.',
      version: '0.0.0',
    },
    servers: [{ url: '/' }],
    security: [{ authorization: [] }, { authToken: [] }, { cookie: [] }, {}],
    tags: tagsOf(resources),
    paths: sortedPaths(resources),
    components: { schemas: schemasOf(resources), securitySchemes: SECURITY_SCHEMES },
  });
  return builder.getSpec();
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

function tagsOf(resources: readonly DocumentedResource[]) {
  const types = [...resources.map(({ descriptor }) => descriptor.name), 'PageDataMetadata'];
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

function sortedPaths(resources: readonly DocumentedResource[]): PathsObject {
  const paths: PathsObject = { ...ACCOUNT_PATHS, ...SYSTEM_PATHS };
  for (const resource of resources) Object.assign(paths, resourcePaths(resource));
  return sortKeys(paths);
}

function schemasOf(resources: readonly DocumentedResource[]): Record<string, SchemaObject> {
  const all: Record<string, SchemaObject> = { ...SHARED_SCHEMAS };
  for (const resource of resources) Object.assign(all, resource.schemas, exampleOfInput(resource));
  return sortKeys(all);
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

function sortKeys<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
