import type { SchemaObject, TagObject } from 'openapi3-ts/oas31';
import type { ApiPart } from './api-part.js';
import type { DocumentedResource } from './documented-resource.js';
import { exampleInput } from './example-input.js';
import { ownComponents, resourcePaths } from './resource-paths.js';
import { sharePaths, shareSchema } from './share.js';

/** All that the document says of one type. */
export function describeResource(
  resource: DocumentedResource,
): ApiPart & Required<Pick<ApiPart, 'components'>> {
  const own = ownComponents(resource);
  const schemas = Object.entries({ ...resource.schemas, ...exampleOfInput(resource) });
  return {
    paths: sharePaths(resourcePaths(resource), own),
    components: {
      ...own,
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, shareSchema(schema)])),
    },
  };
}

/** The group that the operations of a type are in. */
export function resourceTag({ name }: { readonly name: string }): TagObject {
  return { name, description: `Resource '${name}' operations.` };
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
