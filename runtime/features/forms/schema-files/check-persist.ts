import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type {
  FolderFile,
  SchemaChecks,
  SchemaPlace,
} from '../../../kernel/contract/features/schema-folder.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { FieldDescriptor, JsonTypeName } from '../../../kernel/contract/schema/resource.js';
import { didYouMean } from '../../../kernel/util/text/suggest.js';
import { readChoices } from '../notation/choice-notation.js';
import { FIELD_NOTATIONS } from '../notation/field-keywords.js';
import { storedAs } from '../notation/stored-as.js';
import { unstatedReaders } from '../unstated-readers.js';

type Find = (type: string) => FormDefinition | undefined;

/** Values that a member accepts: a file, values of some JSON types, or none. */
type Member = 'file' | 'unwritable' | readonly JsonTypeName[];

/** Checks that `persist` names a type, and that each form value maps to a member that accepts it. */
export function checkPersist(checks: SchemaChecks, file: FolderFile<FormDefinition>, find: Find): void {
  const { definition, place } = file;
  const { persist } = definition;
  if (persist === undefined) return;
  const type = storedAs(definition) ?? '';
  const persistPlace = typeof persist === 'string' ? place.below('persist') : place.below('persist', 'type');
  const members = membersOf(checks, type);
  if (members === undefined) {
    const known = checks.types.filter(({ kind }) => kind !== 'embedded').map(({ title }) => title);
    persistPlace.report(
      `${JSON.stringify(type)} is not a stored type.`,
      didYouMean(type, [...known, 'User']),
    );
    return;
  }
  checkReaders(checks, type, persistPlace);
  checkMembers(definition, place, { type, members, find });
}

/**
 * Checks that the type has read rules, because submissions must not become public by default (contract decision 104).
 */
function checkReaders({ types }: SchemaChecks, type: string, place: SchemaPlace): void {
  const stored = types.find(({ title }) => title === type);
  if (stored === undefined || stored.kind === 'record') return;
  const unstated = unstatedReaders(stored.security);
  if (unstated.length === 0) return;
  const keys = unstated.map((key) => `"${key}"`).join(' and ');
  place.report(
    `Everyone could read the submissions, because "x-security" of ${type} does not state ${keys}.`,
    `State who can read them in schemas/${type}.json, for example "x-security": { ${unstated.map((key) => `"${key}": "is_granted('ROLE_ADMIN')"`).join(', ')} }. For a new type, use "x-resource": "record", which only administrators can read.`,
  );
}

interface Target {
  readonly type: string;
  readonly members: ReadonlyMap<string, Member>;
  readonly find: Find;
}

function checkMembers(
  { fields, honeypot }: Pick<FormDefinition, 'fields' | 'honeypot'>,
  place: SchemaPlace,
  target: Target,
): void {
  const { type, members, find } = target;
  fields.forEach((field, index) => {
    const at = place.below('fields', index);
    const nested = find(field.type ?? '');
    if (field.inherit_data === true) {
      if (field.fields !== undefined) checkMembers({ fields: field.fields }, at, target);
      return;
    }
    const kind = FIELD_NOTATIONS.get(field.type ?? (field.fields === undefined ? 'text' : 'form'))?.kind;
    const isUnknown = kind === undefined && nested === undefined;
    if (field.mapped === false || field.name === honeypot || kind === 'button' || isUnknown) return;
    const name = field.property_path ?? field.name;
    const nameAt = at.below(field.property_path === undefined ? 'name' : 'property_path');
    const member = members.get(name);
    if (member === undefined) {
      const known = [...members].filter(([, one]) => one !== 'unwritable').map(([one]) => one);
      nameAt.report(
        `${type} has no member ${JSON.stringify(name)} for the value.`,
        didYouMean(name, known, 'Add "mapped": false, name a member by "property_path"'),
      );
    } else if (member === 'unwritable') {
      nameAt.report(
        `${JSON.stringify(name)} of ${type} cannot be written.`,
        'Add "mapped": false, or name another member by "property_path".',
      );
    } else {
      const given = nested === undefined ? typesOf(field) : (['object'] as const);
      if (fits(given, member)) return;
      at.below('type').report(
        `Values of the field (${wording(given)}) do not match ${JSON.stringify(name)} of ${type} (${wording(member)}).`,
        'Change the type of the field, add "mapped": false, or name another member by "property_path".',
      );
    }
  });
}

function fits(given: Member, member: Member): boolean {
  if (typeof given === 'string' || typeof member === 'string') return given === member;
  // Values without known types are validated when they are written.
  return given.every((type) => member.includes(type));
}

const wording = (member: Member): string => (typeof member === 'string' ? member : member.join(' or '));

const BY_TYPE: Readonly<Record<string, (field: Partial<FormFieldDefinition>) => readonly JsonTypeName[]>> = {
  integer: () => ['int'],
  number: ({ scale }) => [scale === 0 ? 'int' : 'float'],
  money: ({ divisor = 1, scale = 2 }) => [divisor % 10 ** scale === 0 ? 'int' : 'float'],
  percent: ({ input, scale = 0 }) => [input === 'integer' && scale === 0 ? 'int' : 'float'],
};

/** Returns the JSON types of a field's values, without null. */
function typesOf(field: Partial<FormFieldDefinition>): Member {
  const { type = field.fields === undefined ? 'text' : 'form', multiple } = field;
  switch (FIELD_NOTATIONS.get(type)?.kind) {
    case 'file':
      return multiple === true ? ['array'] : 'file';
    case 'number':
      return BY_TYPE[type]?.(field) ?? ['float'];
    case 'boolean':
      return ['bool'];
    case 'choice':
      return multiple === true ? ['array'] : choiceTypes(field.choices);
    case 'list':
      return ['array'];
    case 'object':
      return ['object'];
    case 'repeated':
      return typesOf({
        ...field.options,
        ...(field.entry_type === undefined ? {} : { type: field.entry_type }),
      });
    case 'text':
    case 'button':
    case undefined:
      return ['string'];
  }
}

function choiceTypes(choices: JsonObject | readonly JsonValue[] | undefined): readonly JsonTypeName[] {
  if (choices === undefined) return ['string'];
  const data = readChoices(choices, {}).flatMap((entry) =>
    'choices' in entry ? entry.choices.map((choice) => choice.data) : [entry.data],
  );
  return [...new Set(data.filter((value) => value !== null).map(typeOf))];
}

function typeOf(value: JsonValue): JsonTypeName {
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object';
  return 'string';
}

function membersOf(checks: SchemaChecks, type: string): ReadonlyMap<string, Member> | undefined {
  const members = checks.membersOf(type);
  return (
    members &&
    new Map(members.map((field) => [field.name, field.writable ? writtenTypes(field) : 'unwritable']))
  );
}

function writtenTypes(field: FieldDescriptor): Member {
  switch (field.kind) {
    case 'scalar':
      return field.accepts;
    case 'to-many':
      return ['array'];
    case 'upload':
      return 'file';
    case 'to-one':
    case 'inverse-one':
    case 'computed':
      // Relations are written by IRI. Writable computed members, such as passwords, are texts.
      return ['string'];
  }
}
