import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  FieldDescriptor,
  ScalarField,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { FieldDefinition } from '../schema/definition.js';
import { buildConstraints } from './build-constraints.js';
import { clientNode } from './client-node.js';
import { fieldType } from './field-types.js';
import type { FieldModel } from './types.js';
import { buildValue, isTrivial } from './build-values.js';
import { buildFieldDescriptor, type FieldContext } from './field-descriptor.js';

/** Builds one field of a schema file with everything that emitters print. */
export function buildField(name: string, field: FieldDefinition, context: FieldContext): FieldModel {
  const descriptor = buildFieldDescriptor(name, field, context);
  const value = descriptor.kind === 'scalar' && descriptor.type === 'json' ? buildValue(field) : undefined;
  const type = descriptor.kind === 'scalar' ? fieldType(field) : undefined;
  const length = descriptor.kind === 'scalar' ? descriptor.length : undefined;
  const rules =
    descriptor.kind === 'upload' || descriptor.kind === 'computed'
      ? []
      : buildConstraints(
          descriptor.kind === 'scalar' ? field : { 'x-constraints': field['x-constraints'] ?? [] },
          {
            path: name,
            required: context.required,
            ...(type === undefined ? {} : { type }),
            ...(length === undefined ? {} : { length }),
          },
        );
  return {
    descriptor,
    required: context.required,
    constraints: rules,
    ...(value === undefined || isTrivial(value) ? {} : { value }),
    jsonSchema: memberSchema(descriptor, field),
  };
}

function memberSchema(descriptor: FieldDescriptor, field: FieldDefinition): JsonObject {
  const notes: JsonObject = {
    ...(field.title === undefined ? {} : { title: field.title }),
    ...(field.description === undefined ? {} : { description: field.description }),
    ...(field.deprecated === true ? { deprecated: true } : {}),
  };
  switch (descriptor.kind) {
    case 'to-many':
      return { type: 'array', items: { type: 'string', format: 'iri-reference' }, ...notes };
    case 'to-one':
      return { type: descriptor.nullable ? ['string', 'null'] : 'string', format: 'iri-reference', ...notes };
    case 'inverse-one':
      return { type: ['string', 'null'], format: 'iri-reference', ...notes };
    case 'upload':
      return { type: ['string', 'null'], ...notes };
    case 'computed':
      return clientNode(field);
    case 'scalar':
      return scalarSchema(descriptor, field);
  }
}

/** Returns the authored schema. Null is allowed exactly if the column is nullable, and decimals are strings. */
function scalarSchema(descriptor: ScalarField, field: FieldDefinition): JsonObject {
  const schema = clientNode(field);
  if (descriptor.type === 'decimal') {
    return { ...schema, type: descriptor.nullable ? ['string', 'null'] : 'string' };
  }
  const type = schema['type'];
  if (type === undefined) return schema;
  const types = (Array.isArray(type) ? type : [type]).filter((entry) => entry !== 'null');
  const all = descriptor.nullable ? [...types, 'null'] : types;
  const values = schema['enum'];
  const withNull = descriptor.nullable && Array.isArray(values) && !values.includes(null);
  return {
    ...schema,
    type: all.length === 1 && all[0] !== undefined ? all[0] : all,
    ...(withNull ? { enum: [...values, null] } : {}),
  };
}
