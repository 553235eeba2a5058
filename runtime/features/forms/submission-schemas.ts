import type { FormDefinition, FormFieldDefinition } from '../../extension-points/forms/form-definition.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { choiceValue, readChoices } from './notation/choice-notation.js';
import { FIELD_NOTATIONS, type FieldKind } from './notation/field-keywords.js';
import type { FormTypes, RegisteredFormType } from './form-types.js';
import { FORM } from './is-form.js';

/** Returns the name of the schema for submissions of a form type. */
export const submissionSchemaName = (formType: string): string => `${formType}.submission`;

const fieldsSchemaName = (formType: string): string => `${formType}.fields`;

/** Returns the schemas of submissions by name: of whole bodies, and of the fields of the form and its nested forms. */
export function submissionSchemas(types: FormTypes): Readonly<Record<string, JsonObject>> {
  const submitted = types.all.filter(isSubmitted);
  const fields = new Map<string, JsonObject>();
  const add = ({ name, definition }: RegisteredFormType): void => {
    if (fields.has(fieldsSchemaName(name))) return;
    const schema = fieldsSchema(definition.fields, types);
    fields.set(fieldsSchemaName(name), schema);
    const text = JSON.stringify(schema);
    types.all.filter((other) => text.includes(`/${fieldsSchemaName(other.name)}"`)).forEach(add);
  };
  submitted.forEach(add);
  const bodies = submitted.map((type) => [submissionSchemaName(type.name), bodySchema(type)] as const);
  return Object.fromEntries([...bodies, ...fields]);
}

/** Returns whether the API accepts submissions of a form type, rather than a separate endpoint. */
export const isSubmitted = ({ definition }: RegisteredFormType): boolean => definition.api_disabled !== true;

/** Adds the names of all form types to the documentation of Form. */
export function withFormTypes(resource: ResourceDescriptor, types: FormTypes): ResourceDescriptor {
  if (resource.name !== FORM || types.all.length === 0) return resource;
  const names = types.all.map(({ identifier }) => identifier);
  const fields = resource.fields.map((field) =>
    field.kind === 'scalar' && field.name === 'formType' ? { ...field, enum: names } : field,
  );
  return { ...resource, fields };
}

function bodySchema({ name, definition, compiled }: RegisteredFormType): JsonObject {
  const fields = { $ref: `#/components/schemas/${fieldsSchemaName(name)}` };
  const { rootName } = compiled;
  const said = definition.description === undefined ? {} : { description: definition.description };
  if (rootName === '') return { title: name, ...said, ...fields };
  return {
    title: name,
    ...said,
    type: 'object',
    required: [rootName],
    properties: { [rootName]: fields },
  };
}

const kindOf = ({ type = 'text' }: Field): FieldKind | undefined => FIELD_NOTATIONS.get(type)?.kind;

function fieldsSchema(fields: FormDefinition['fields'], types: FormTypes): JsonObject {
  const properties = fields
    .filter((field) => kindOf(field) !== 'button')
    .map((field) => {
      const label = typeof field.label === 'string' ? { title: field.label } : {};
      const help = typeof field.help === 'string' ? { description: field.help } : {};
      return [field.name, { ...fieldSchema(field, types), ...label, ...help }] as const;
    });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

type Field = Omit<FormFieldDefinition, 'name'>;

const TEXT: JsonObject = { type: 'string' };
const NUMBER: JsonObject = { type: ['number', 'string', 'null'] };

/** Schemas by field type; missing types are texts. */
const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  checkbox: { type: ['boolean', 'string', 'null'] },
  radio: { type: ['boolean', 'string', 'null'] },
  integer: NUMBER,
  number: NUMBER,
  money: NUMBER,
  percent: NUMBER,
  range: NUMBER,
  email: { type: 'string', format: 'email' },
  password: { type: 'string', format: 'password' },
  url: { type: 'string', format: 'uri' },
  file: { type: ['string', 'null'], format: 'binary' },
};

/** Types that are sent as one text or in parts. */
const DATES: Readonly<Record<string, JsonObject>> = {
  date: { type: 'string', format: 'date' },
  birthday: { type: 'string', format: 'date' },
  datetime: TEXT,
  time: TEXT,
  week: TEXT,
  dateinterval: TEXT,
};

function fieldSchema(field: Field, types: FormTypes): JsonObject {
  const { type = 'text' } = field;
  if (type === 'collection') {
    const entry = { ...field.entry_options, type: field.entry_type ?? 'text' };
    return { type: ['array', 'object'], items: fieldSchema(entry, types) };
  }
  if (type === 'repeated') return repeatedSchema(field, types);
  if (kindOf(field) === 'choice') return choiceSchema(field);
  if (field.fields !== undefined) return fieldsSchema(field.fields, types);
  const nested = Object.hasOwn(SCHEMAS, type) || Object.hasOwn(DATES, type) ? undefined : types.find(type);
  if (nested !== undefined) return { $ref: `#/components/schemas/${fieldsSchemaName(nested.name)}` };
  if (Object.hasOwn(DATES, type)) {
    return field.widget === undefined || field.widget === 'single_text'
      ? (DATES[type] ?? TEXT)
      : { type: 'object', additionalProperties: { type: ['string', 'null'] } };
  }
  const schema = (Object.hasOwn(SCHEMAS, type) ? SCHEMAS[type] : undefined) ?? TEXT;
  return type === 'file' && field.multiple === true ? { type: 'array', items: schema } : schema;
}

function repeatedSchema(field: Field, types: FormTypes): JsonObject {
  const { first_name: first = 'first', second_name: second = 'second' } = field;
  const half = fieldSchema({ ...field.options, type: field.entry_type ?? 'text' }, types);
  return { type: 'object', required: [first, second], properties: { [first]: half, [second]: half } };
}

function choiceSchema({ choices = [], multiple }: Field): JsonObject {
  const listed = readChoices(choices, {}).flatMap((entry) => ('choices' in entry ? entry.choices : [entry]));
  const values = [...new Set(listed.map(({ data }) => choiceValue(data)))];
  const one: JsonObject = values.length === 0 ? TEXT : { type: 'string', enum: values };
  return multiple === true ? { type: 'array', items: one } : one;
}
