import type { FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { ClientSchema, ClientSchemaFile } from '../../../kernel/contract/features/schema-folder.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { ConstraintNotation } from '../../../kernel/contract/schema/constraints.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';
import { code, type Code } from '../../../kernel/contract/code.js';
import { FIELD_KEYWORDS, FIELD_NOTATIONS, LOCALE_TYPES, takesKeyword } from '../notation/field-keywords.js';
import type { FormModel, FormShape } from './form-model.js';

/** Describes `client/schemas/contact-type.js`: the schema of a form submission. */
export function clientSchemaOf(form: FormModel, forms: readonly FormModel[]): ClientSchema {
  const { name, names, shapes } = form;
  const nested = formsWithin(form, forms);
  const groups = groupsOf([form, ...nested]);
  return {
    file: names.file,
    name: names.submission,
    dependsOn: nested,
    constants: [name, names.submission, 'schema'],
    print(file) {
      file.use('formSchema');
      const parts = {
        definition: code(name),
        rootName: shapes.rootName,
        forms: nested.map((one) => file.use(one.name, one.names.file)),
        fieldTypes: groups.map((group) => file.use(group)),
      };
      return [
        { name, value: file.literal(withFunctions(definitionOf(form), file)) },
        { name: 'schema', value: file.literal(bodySchema(form, nested)), isExported: false },
        { name: names.submission, value: `/* @__PURE__ */ formSchema(schema, ${file.literal(parts)})` },
      ];
    },
  };
}

/** Keywords that affect only the display of a field. */
const SHOWN: ReadonlySet<string> = new Set([
  ...[
    '$comment',
    'label',
    'label_attr',
    'attr',
    'help',
    'required',
    'priority',
    'block_prefix',
    'placeholder',
  ],
  ...['preferred_choices', 'choice_attr', 'prototype', 'prototype_name', 'always_empty'],
]);

/** Keywords that affect validation. Front ends don't need handlers, mails and spam traps. */
const KEPT: ReadonlySet<string> = new Set(FIELD_KEYWORDS.filter((keyword) => !SHOWN.has(keyword)));

function definitionOf({ definition }: FormModel): JsonObject {
  const screens = definition['honeypot'] !== undefined || definition['minimum_fill_time'] !== undefined;
  // Definitions don't list the spam trap fields, so other fields must be accepted.
  return screens ? { ...definition, allow_extra_fields: true } : definition;
}

/** A node whose constraints are functions. */
type Functional = {
  readonly [keyword: string]: JsonValue | Code | readonly (Functional | Code)[] | Functional;
};

const NODES: ReadonlySet<string> = new Set(['entry_options', 'options', 'first_options', 'second_options']);

function withFunctions(node: JsonObject, file: ClientSchemaFile): Functional {
  const members = Object.entries(node).filter(([keyword]) => KEPT.has(keyword));
  return Object.fromEntries(
    members.flatMap(([keyword, value]): [string, Functional[string]][] => {
      if (keyword === 'constraints') {
        const check = file.addCheck(value as readonly ConstraintNotation[]); // validated by the checks of schema files
        return check === undefined ? [] : [[keyword, [check]]];
      }
      if (keyword === 'fields' && Array.isArray(value))
        return [[keyword, value.filter(isJsonObject).map((field) => withFunctions(field, file))]];
      if (NODES.has(keyword) && isJsonObject(value)) return [[keyword, withFunctions(value, file)]];
      return [[keyword, value ?? null]];
    }),
  );
}

type Field = Partial<FormFieldDefinition>;

/** Returns the fields of a form and their nested fields, without those of referenced forms. */
function fieldsOf({ fields = [] }: { readonly fields?: readonly Field[] }): readonly Field[] {
  return fields.flatMap((field) => {
    const { type, entry_type: entry = 'text', entry_options, options, first_options, second_options } = field;
    const inner = [entry_options, options, first_options, second_options].map((each) => ({
      type: entry,
      ...each,
    }));
    const isMade = type === 'collection' || type === 'repeated';
    return [field, ...fieldsOf(field), ...(isMade ? fieldsOf({ fields: inner }) : [])];
  });
}

const typeOf = ({ type, fields }: Field): string => type ?? (fields === undefined ? 'text' : 'form');
// The definition was validated when it was loaded.
const fieldsOfForm = ({ definition }: FormModel): readonly Field[] =>
  fieldsOf(definition as { readonly fields?: readonly Field[] });

/** Returns the forms that a form references, transitively. */
function formsWithin(form: FormModel, forms: readonly FormModel[]): readonly FormModel[] {
  const found = new Set<FormModel>();
  const visit = (one: FormModel): void => {
    for (const type of fieldsOfForm(one).map(typeOf)) {
      const name = type.slice(type.lastIndexOf('\\') + 1);
      const inner = FIELD_NOTATIONS.has(type) ? undefined : forms.find((each) => each.name === name);
      if (inner === undefined || found.has(inner)) continue;
      found.add(inner);
      visit(inner);
    }
  };
  visit(form);
  return [...found];
}

/** Returns the names of the field type lists that the forms use. */
function groupsOf(forms: readonly FormModel[]): readonly string[] {
  const types = forms.flatMap((form) => fieldsOfForm(form).map(typeOf));
  return [...new Set(types.flatMap(groupsOfType))].sort();
}

const CONVERTED: ReadonlySet<string> = new Set(['url', 'uuid', 'ulid']);

function groupsOfType(type: string): readonly string[] {
  const notation = FIELD_NOTATIONS.get(type);
  switch (notation?.kind) {
    case 'number':
      return ['CONVERTED_TYPES'];
    case 'boolean':
      return ['BOX_TYPES'];
    case 'choice':
      return [LOCALE_TYPES.has(type) ? 'PLATFORM_CHOICE_TYPES' : 'CHOICE_TYPES'];
    case 'file':
      return ['FILE_TYPES'];
    case 'list':
      return ['COLLECTION_TYPES'];
    case 'repeated':
      return ['REPEATED_TYPES'];
    case 'button':
      return ['BUTTON_TYPES'];
    case 'text':
      // The parts of a date are text fields or choices.
      if (takesKeyword(notation, 'widget')) return ['CHOICE_TYPES', 'DATE_TYPES', 'TEXT_TYPES'];
      return [CONVERTED.has(type) ? 'CONVERTED_TYPES' : 'TEXT_TYPES'];
    case 'object':
    case undefined:
      return [];
  }
}

function bodySchema({ names, shapes }: FormModel, forms: readonly FormModel[]): JsonObject {
  const fields = shapeSchema(shapes.sent, forms);
  if (shapes.rootName === '') return { title: names.submission, ...fields };
  return {
    title: names.submission,
    type: 'object',
    properties: { [shapes.rootName]: fields },
    required: [shapes.rootName],
  };
}

function shapeSchema(shape: FormShape, forms: readonly FormModel[]): JsonObject {
  const schemaOf = (inner: FormShape): JsonObject => shapeSchema(inner, forms);
  switch (shape.kind) {
    case 'scalar':
      return { type: shape.types.length === 1 ? (shape.types[0] ?? 'null') : shape.types };
    case 'literals':
      return { enum: shape.values };
    case 'reference': {
      const form = forms.find(({ names }) => names.file === shape.form);
      return form === undefined ? {} : schemaOf(form.shapes.sent);
    }
    case 'list':
      return { type: 'array', items: schemaOf(shape.items) };
    case 'entries':
      return {
        anyOf: [
          { type: 'array', items: schemaOf(shape.items) },
          { type: 'object', additionalProperties: schemaOf(shape.items) },
        ],
      };
    case 'parts':
      return { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } };
    case 'union':
      return { anyOf: shape.options.map(schemaOf) };
    case 'object': {
      const required = shape.members.filter(({ optional }) => !optional).map(({ name }) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(
          shape.members.map(({ name, shape: member }) => [name, schemaOf(member)]),
        ),
        ...(required.length === 0 ? {} : { required }),
      };
    }
  }
}
