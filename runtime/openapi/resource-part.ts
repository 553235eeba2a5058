import type { ReferenceObject, SchemaObject, TagObject } from 'openapi3-ts/oas31';
import type { ApiPart } from '../kernel/contract/http/api-part.js';
import type { DocumentedResource } from './documented-resource.js';
import { hasPatch, ownComponents, resourcePaths } from './resource-paths.js';
import { mapValues, refer, referInSchema } from './component-references.js';

/** Returns the part of the document about one type. */
export function describeResource(
  resource: DocumentedResource,
): ApiPart & Required<Pick<ApiPart, 'components'>> {
  const schemas = Object.entries({
    ...resource.schemas,
    ...bodySchemas(resource),
    ...formSchemas(resource),
  });
  return {
    paths: resourcePaths(resource),
    components: {
      ...ownComponents(resource),
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, referInSchema(schema)])),
    },
  };
}

/** Returns the tag of a type's operations. */
export function resourceTag({ name, description }: TaggedType): TagObject {
  return { name, description: description ?? `Records of the type ${name}.` };
}

interface TaggedType {
  readonly name: string;
  readonly description?: string;
}

/**
 * Returns the schemas of request bodies. They have examples, so that the documentation page offers a valid request.
 * No field of a change is required.
 */
function bodySchemas(resource: DocumentedResource): Record<string, SchemaObject> {
  const { descriptor, schemas, examples } = resource;
  const name = `${descriptor.name}.jsonld-input`;
  const { required = [], ...schema } = schemas[name] ?? {};
  const whole = required.length === 0 ? schema : { ...schema, required };
  return {
    [name]: examples.length === 0 ? whole : { ...whole, examples: [...examples] },
    ...(hasPatch(resource) ? { [`${descriptor.name}.jsonld-patch`]: schema } : {}),
  };
}

/** Returns the schemas of form parts, for new and existing records. */
function formSchemas(resource: DocumentedResource): Readonly<Record<string, SchemaObject>> {
  const { descriptor, uploadFields, schemas } = resource;
  const { name, operations } = descriptor;
  if (!operations.includes('upload')) return {};
  const { required = [], properties, ...input } = schemas[`${name}.jsonld-input`] ?? {};
  const files = uploadFields.map((field) => [field, { type: 'string', format: 'binary' }] as const);
  const form: SchemaObject = {
    ...input,
    title: `${name}Form`,
    properties: { ...mapValues(properties ?? {}, partOf), ...Object.fromEntries(files) },
  };
  if (required.length === 0) return { [`${name}.form`]: form };
  return { [`${name}.form`]: { ...form, required }, [`${name}.form-patch`]: form };
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Returns the schema of a form part, which is text. A field that may be a list or an object is sent as JSON (contract
 * decision 106).
 */
function partOf(member: SchemaObject | ReferenceObject): SchemaObject | ReferenceObject {
  if ('$ref' in member) return member;
  const { type, title, description } = member;
  if (type !== undefined && [type].flat().every((one) => SCALARS.has(one))) return member;
  return {
    ...{ type: 'string', contentMediaType: 'application/json', contentSchema: refer(member) },
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}
