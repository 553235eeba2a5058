import type { FormDefinition, FormFieldDefinition } from '../../kernel/contract/forms.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { ResourceDescriptor } from '../../kernel/contract/resource.js';
import type { FormTypes, RegisteredFormType } from './form-types.js';
import { FORM } from './is-form.js';

/** Name of the schema of a body that submits a form of this type. */
export const submissionSchemaName = (formType: string): string => `${formType}.submission`;

const fieldsSchemaName = (formType: string): string => `${formType}.fields`;

/** What the documentation says of the bodies of submits, by name: two schemas for each form type. */
export function submissionSchemas(types: FormTypes): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    types.all.flatMap((type) => [
      [submissionSchemaName(type.name), bodySchema(type)],
      [fieldsSchemaName(type.name), fieldsSchema(type.definition.fields, types)],
    ]),
  );
}

/** The built-in types as they are documented, with the form types that there are. */
export function withFormTypes(
  resources: readonly ResourceDescriptor[],
  types: FormTypes,
): readonly ResourceDescriptor[] {
  if (types.all.length === 0) return resources;
  const names = types.all.map(({ identifier }) => identifier);
  return resources.map((resource) => {
    if (resource.name !== FORM) return resource;
    const fields = resource.fields.map((field) =>
      field.kind === 'scalar' && field.name === 'formType' ? { ...field, enum: names } : field,
    );
    return { ...resource, fields };
  });
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

const BUTTONS: ReadonlySet<string> = new Set(['submit', 'reset', 'button']);

function fieldsSchema(fields: FormDefinition['fields'], types: FormTypes): JsonObject {
  const properties = fields
    .filter(({ type }) => type === undefined || !BUTTONS.has(type))
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

/** By field type; what is not here is a text. */
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

/** Types that are sent as one text or as parts. */
const DATES: Readonly<Record<string, JsonObject>> = {
  date: { type: 'string', format: 'date' },
  birthday: { type: 'string', format: 'date' },
  datetime: TEXT,
  time: TEXT,
  week: TEXT,
  dateinterval: TEXT,
};

const CHOICES: ReadonlySet<string> = new Set(
  'choice enum country language locale currency timezone'.split(' '),
);

function fieldSchema(field: Field, types: FormTypes): JsonObject {
  const { type = 'text' } = field;
  if (type === 'collection') {
    const entry = { ...field.entry_options, type: field.entry_type ?? 'text' };
    return { type: ['array', 'object'], items: fieldSchema(entry, types) };
  }
  if (type === 'repeated') return repeatedSchema(field, types);
  if (CHOICES.has(type)) return choiceSchema(field);
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

function choiceSchema(field: Field): JsonObject {
  const values = [...new Set(choiceValues(field.choices))];
  const one: JsonObject = values.length === 0 ? TEXT : { type: 'string', enum: values };
  return field.multiple === true ? { type: 'array', items: one } : one;
}

/** Values as they are sent, those of groups included. */
function choiceValues(choices: JsonValue | undefined): readonly string[] {
  if (choices === undefined || choices === null) return [];
  if (typeof choices !== 'object') return [wireValue(choices)];
  if (Array.isArray(choices)) return (choices as readonly JsonValue[]).flatMap(choiceValues);
  const entry = choices as JsonObject; // neither null nor an array
  if (Object.hasOwn(entry, 'value')) return choiceValues(entry.value);
  if (Object.hasOwn(entry, 'choices')) return choiceValues(entry.choices);
  return Object.values(entry).flatMap(choiceValues);
}

const wireValue = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
