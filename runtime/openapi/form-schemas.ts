import type { SchemaObject } from 'openapi3-ts/oas31';
import type { DocumentedResource } from './documented-resource.js';

/** Schemas for the parts of forms, for new records and for existing ones. */
export function formSchemas(resource: DocumentedResource): Readonly<Record<string, SchemaObject>> {
  const { descriptor, uploadFields, schemas } = resource;
  const { name, operations } = descriptor;
  if (!operations.includes('upload')) return {};
  const { required = [], properties, ...input } = schemas[`${name}.jsonld-input`] ?? {};
  const files = uploadFields.map((field) => [field, { type: 'string', format: 'binary' }] as const);
  const form: SchemaObject = {
    ...input,
    title: `${name}Form`,
    properties: { ...properties, ...Object.fromEntries(files) },
  };
  if (required.length === 0) return { [`${name}.form`]: form };
  return { [`${name}.form`]: { ...form, required }, [`${name}.form-patch`]: form };
}
