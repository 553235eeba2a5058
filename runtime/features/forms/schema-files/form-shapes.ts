import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { constraintEntry, type ConstraintNotation } from '../../../kernel/contract/schema/constraints.js';
import { choiceValue, readChoices } from '../notation/choice-notation.js';
import { FIELD_NOTATIONS, SHOWN_AT } from '../notation/field-keywords.js';
import { formName } from '../notation/form-name.js';
import {
  type FormModel,
  type FormNames,
  formNames,
  type FormShape,
  type FormShapes,
  type MemberShape,
  type ObjectShape,
} from './form-model.js';

type Find = (type: string) => FormDefinition | undefined;
type Field = Partial<FormFieldDefinition>;

/** Returns the types of a form's submission and of the data for its success handlers. */
function buildFormShapes(definition: FormDefinition, find: Find): FormShapes {
  const { honeypot, fields } = definition;
  return {
    rootName: definition['x-form-name'] ?? formName(definition.name),
    sent: { kind: 'object', members: sentMembers(fields, find) },
    data: {
      kind: 'object',
      members: dataMembers(
        fields.filter(({ name }) => name !== honeypot),
        find,
      ),
    },
    fieldTypes: objectOf([...fields, ...unseenFields(definition)], find),
  };
}

/** Returns the spam trap fields, which the form renders without declaring them. */
function unseenFields({ honeypot, minimum_fill_time: least, fields }: FormDefinition): readonly NamedField[] {
  const isDeclared = fields.some(({ name }) => name === honeypot);
  return [
    ...(honeypot === undefined || isDeclared ? [] : [{ name: honeypot, type: 'text' }]),
    ...(least === undefined ? [] : [{ name: SHOWN_AT, type: 'hidden' }]),
  ];
}

type NamedField = Field & Pick<FormFieldDefinition, 'name'>;

const objectOf = (fields: readonly NamedField[], find: Find): ObjectShape => ({
  kind: 'object',
  members: fields.map((field) => ({ name: field.name, optional: false, shape: typeShape(field, find) })),
});

/** Returns the type of a field: a named type, or a group with its fields. */
function typeShape(field: Field, find: Find): FormShape {
  const { entry_type: type, entry_options: options, fields = [] } = field;
  switch (kindOf(field)) {
    case 'list':
      return withKind('collection', {
        name: 'entry',
        shape: typeShape({ ...(type === undefined ? {} : { type }), ...options }, find),
      });
    case 'repeated': {
      const half = halfOf(field);
      const names = [field.first_name ?? 'first', field.second_name ?? 'second'];
      const halves = names.map((name) => ({ ...half, name }));
      return withKind('repeated', { name: 'fields', shape: objectOf(halves, find) });
    }
    case 'object':
    case undefined: {
      const form = find(field.type ?? '');
      const names = form === undefined ? undefined : formNames(form.name);
      const shape: FormShape =
        names === undefined
          ? objectOf(fields, find)
          : { kind: 'reference', type: names.fieldTypes, form: names.file };
      return withKind('form', { name: 'fields', shape });
    }
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'file':
    case 'button':
      return literal(field.type ?? 'text');
  }
}

const literal = (value: string): FormShape => ({ kind: 'literals', values: [value] });

const withKind = (kind: string, part: Omit<MemberShape, 'optional'>): FormShape => ({
  kind: 'object',
  members: [
    { name: 'kind', optional: false, shape: literal(kind) },
    { ...part, optional: false },
  ],
});

/** One side of a submission: the request or the handler data. Both traverse the fields in the same way. */
interface Side {
  readonly nested: keyof FormNames & ('fields' | 'data');
  shapeOf(field: Field, find: Find): FormShape;
}

function sentMembers(fields: readonly FormFieldDefinition[], find: Find): readonly MemberShape[] {
  return fields.flatMap((field) => {
    if (kindOf(field) === 'button') return [];
    return [{ name: field.name, optional: !isDemanded(field), shape: SENT.shapeOf(field, find) }];
  });
}

function dataMembers(fields: readonly FormFieldDefinition[], find: Find): readonly MemberShape[] {
  return fields.flatMap((field): readonly MemberShape[] => {
    if (kindOf(field) === 'button') return [];
    if (field.inherit_data === true)
      return dataMembers(find(field.type ?? '')?.fields ?? field.fields ?? [], find);
    if (field.mapped === false) return [];
    const name = field.property_path ?? field.name;
    return [{ name, optional: false, shape: DATA.shapeOf(field, find) }];
  });
}

const TEXT = scalar('string');

const SENT: Side = {
  nested: 'fields',
  shapeOf(field, find) {
    const { widget = 'single_text', choices, multiple } = field;
    switch (kindOf(field)) {
      case 'number':
        return orNull(scalar('number', 'string'), field);
      case 'boolean':
        return orNull(scalar('boolean'), field);
      case 'choice':
        return chosen(choices === undefined ? undefined : choicesOf(choices).flatMap(sentChoice), field);
      case 'file':
        // Multipart bodies carry files, which have no type here.
        return multiple === true ? { kind: 'list', items: scalar('null') } : scalar('null');
      case 'list':
        return { kind: 'entries', items: entryShape(field, find, SENT) };
      case 'repeated': {
        const half = SENT.shapeOf(halfOf(field), find);
        const names = [field.first_name ?? 'first', field.second_name ?? 'second'];
        return { kind: 'object', members: names.map((name) => ({ name, optional: false, shape: half })) };
      }
      case 'text':
        return widget === 'single_text' ? orNull(TEXT, field) : { kind: 'parts' };
      case 'object':
      case 'button':
      case undefined:
        return nestedShape(field, find, SENT);
    }
  },
};

const DATA: Side = {
  nested: 'data',
  shapeOf(field, find) {
    const { choices, multiple } = field;
    switch (kindOf(field)) {
      case 'number':
        return orNull(scalar('number'), field);
      case 'boolean':
        return scalar('boolean');
      case 'choice':
        return chosen(choices === undefined ? undefined : choicesOf(choices), field);
      case 'file':
        return multiple === true ? { kind: 'list', items: FILE } : orNull(FILE, field);
      case 'list':
        return { kind: 'list', items: entryShape(field, find, DATA) };
      case 'repeated':
        return DATA.shapeOf({ ...halfOf(field), constraints: field.constraints ?? [] }, find);
      case 'text':
        return orNull(TEXT, field);
      case 'object':
      case 'button':
      case undefined:
        return field.empty_data === null
          ? orNull(nestedShape(field, find, DATA), field)
          : nestedShape(field, find, DATA);
    }
  },
};

const FILE: FormShape = { kind: 'reference', type: 'SubmittedFile' };

function nestedShape(field: Field, find: Find, side: Side): FormShape {
  const form = find(field.type ?? '');
  if (form !== undefined)
    return { kind: 'reference', type: formNames(form.name)[side.nested], form: formNames(form.name).file };
  const { fields = [] } = field;
  return { kind: 'object', members: side === SENT ? sentMembers(fields, find) : dataMembers(fields, find) };
}

function entryShape({ entry_type: type, entry_options: options }: Field, find: Find, side: Side): FormShape {
  return side.shapeOf({ ...(type === undefined ? {} : { type }), ...options }, find);
}

function halfOf({ entry_type: type = 'text', options, first_options: first }: Field): Field {
  return { type, ...options, ...first };
}

function kindOf({ type, fields }: Field) {
  return FIELD_NOTATIONS.get(type ?? (fields === undefined ? 'text' : 'form'))?.kind;
}

function scalar(...types: readonly ('string' | 'number' | 'boolean' | 'null')[]): FormShape {
  return { kind: 'scalar', types };
}

function orNull(shape: FormShape, field: Field): FormShape {
  return isDemanded(field) ? shape : { kind: 'union', options: [shape, scalar('null')] };
}

/** Whether a complete submission requires the field. */
function isDemanded({ constraints = [] }: Field): boolean {
  return constraints.some((constraint: ConstraintNotation) => {
    const [name, { allowNull, groups = ['Default'] }] = constraintEntry(constraint);
    const isRequired = name === 'NotNull' || (name === 'NotBlank' && allowNull !== true);
    return isRequired && Array.isArray(groups) && groups.includes('Default');
  });
}

/** Returns the type of a choice. Lists that the runtime provides, such as countries, are typed as strings. */
function chosen(values: readonly JsonValue[] | undefined, field: Field): FormShape {
  const one: FormShape =
    values === undefined
      ? TEXT
      : { kind: 'literals', values: [...new Set(values)].filter((value) => value !== null) };
  return field.multiple === true ? { kind: 'list', items: one } : orNull(one, field);
}

function choicesOf(choices: JsonObject | readonly JsonValue[]): readonly JsonValue[] {
  return readChoices(choices, {}).flatMap((entry) =>
    'choices' in entry ? entry.choices.map(({ data }) => data) : [entry.data],
  );
}

/** Returns the accepted values of a choice. Clients send its text, or a number for a numeric choice. */
function sentChoice(data: JsonValue): readonly JsonValue[] {
  return typeof data === 'number' ? [choiceValue(data), data] : [choiceValue(data)];
}

/** Returns the models of form types. */
export function buildForms(definitions: readonly FormDefinition[]): readonly FormModel[] {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const find = (type: string): FormDefinition | undefined =>
    byName.get(type.slice(type.lastIndexOf('\\') + 1));
  return definitions.map((definition) => {
    const authored: Record<string, unknown> = { ...definition };
    for (const keyword of ['$schema', '$id', '$comment']) delete authored[keyword];
    return {
      name: definition.name,
      names: formNames(definition.name),
      // A form definition is part of a parsed JSON document.
      definition: authored as JsonObject,
      shapes: buildFormShapes(definition, find),
    };
  });
}
