import { idleConstraints } from '../../../runtime/model/forms/written-constraints.js';
import type { FormFieldDefinition } from '../definition.js';
import type { Place } from '../place.js';
import type { CheckContext } from '../schema-set.js';
import { didYouMean } from '../suggest.js';
import { checkConstraintList } from './check-constraints.js';
import { checkFileName } from './check-names.js';

const FIELD_TYPES: readonly string[] = (
  'text textarea email password search tel url color range hidden integer number money percent file checkbox radio ' +
  'choice date datetime time week birthday dateinterval country language locale currency timezone enum entity ' +
  'collection repeated uuid ulid form submit reset button'
).split(' ');

const ACCOUNT_FORMS = [
  'UserRegisterType',
  'NewEmailAddressType',
  'ChangePasswordType',
  'PasswordUpdateType',
  'UserLoginType',
];

/** Form definitions: known types, unique names, constraints of the catalogue (components.md section 5.9). */
export function checkForms(context: CheckContext): void {
  const forms = context.forms.map((file) => file.definition.name);
  const identifiers = new Map<string, string>();
  for (const file of context.forms) {
    const { source, definition, place } = file;
    checkFileName(file, 'name', definition.name);
    if (ACCOUNT_FORMS.includes(definition.name)) {
      place
        .below('name')
        .report(
          `${JSON.stringify(definition.name)} is the name of a built-in form.`,
          'Choose another name for the form and its file.',
        );
    }
    const identifier = definition['x-class'];
    const other = identifier === undefined ? undefined : identifiers.get(identifier);
    if (identifier !== undefined && other !== undefined) {
      place
        .below('x-class')
        .report(
          `The x-class ${JSON.stringify(identifier)} is taken by ${other}.`,
          'Give each form an "x-class" of its own.',
        );
    } else if (identifier !== undefined) identifiers.set(identifier, source.file);
    checkConstraintList(context, {
      place: place.below('constraints'),
      constraints: definition.constraints ?? [],
    });
    for (const { keys } of idleConstraints(definition)) {
      place
        .below(...keys)
        .report(
          'The constraint never acts: forms are judged in the group "Default" alone.',
          'Leave out "groups", or name "Default" among them.',
        );
    }
    checkFieldList(context, {
      place: place.below('fields'),
      fields: definition.fields,
      types: [...FIELD_TYPES, ...ACCOUNT_FORMS, ...forms],
    });
  }
}

/** Fields that are written in one list. */
interface FieldList {
  readonly place: Place;
  readonly fields: readonly FormFieldDefinition[];
  /** What a field may name as its type. */
  readonly types: readonly string[];
}

function checkFieldList(context: CheckContext, { place: listPlace, fields, types }: FieldList): void {
  const names = new Set<string>();
  fields.forEach((field, index) => {
    const place = listPlace.below(index);
    if (names.has(field.name)) {
      place
        .below('name')
        .report(`The form has two fields named ${JSON.stringify(field.name)}.`, 'Rename one of them.');
    }
    names.add(field.name);
    for (const keyword of ['type', 'entry_type'] as const) {
      const type = field[keyword];
      if (type === undefined || types.includes(type) || types.includes(type.split('\\').at(-1) ?? ''))
        continue;
      place.below(keyword).report(`Unknown field type ${JSON.stringify(type)}.`, didYouMean(type, types));
    }
    checkConstraintList(context, {
      place: place.below('constraints'),
      constraints: field.constraints ?? [],
    });
    for (const options of ['options', 'entry_options'] as const) {
      checkConstraintList(context, {
        place: place.below(options, 'constraints'),
        constraints: field[options]?.constraints ?? [],
      });
    }
    if (field.fields !== undefined) {
      checkFieldList(context, { place: place.below('fields'), fields: field.fields, types });
    }
  });
}
