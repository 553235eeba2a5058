import type { FormFieldDefinition } from '../definition.js';
import type { SchemaSource } from '../load-schemas.js';
import { pointerOf } from '../pointer.js';
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
  for (const { source, definition } of context.forms) {
    checkFileName(context, source, definition.name, 'name');
    if (ACCOUNT_FORMS.includes(definition.name)) {
      context.report(
        source,
        '/name',
        `${JSON.stringify(definition.name)} is the name of a built-in form.`,
        'Choose another name for the form and its file.',
      );
    }
    const identifier = definition['x-class'];
    const other = identifier === undefined ? undefined : identifiers.get(identifier);
    if (identifier !== undefined && other !== undefined) {
      context.report(
        source,
        '/x-class',
        `The x-class ${JSON.stringify(identifier)} is taken by ${other}.`,
        'Give each form an "x-class" of its own.',
      );
    } else if (identifier !== undefined) identifiers.set(identifier, source.file);
    checkConstraintList(context, source, '/constraints', definition.constraints ?? []);
    checkFieldList(context, source, '/fields', definition.fields, [
      ...FIELD_TYPES,
      ...ACCOUNT_FORMS,
      ...forms,
    ]);
  }
}

function checkFieldList(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  fields: readonly FormFieldDefinition[],
  types: readonly string[],
): void {
  const names = new Set<string>();
  fields.forEach((field, index) => {
    const place = `${pointer}/${index}`;
    if (names.has(field.name)) {
      context.report(
        source,
        `${place}/name`,
        `The form has two fields named ${JSON.stringify(field.name)}.`,
        'Rename one of them.',
      );
    }
    names.add(field.name);
    for (const keyword of ['type', 'entry_type'] as const) {
      const type = field[keyword];
      if (type === undefined || types.includes(type) || types.includes(type.split('\\').at(-1) ?? ''))
        continue;
      context.report(
        source,
        `${place}${pointerOf(keyword)}`,
        `Unknown field type ${JSON.stringify(type)}.`,
        didYouMean(type, types),
      );
    }
    checkConstraintList(context, source, `${place}/constraints`, field.constraints ?? []);
    for (const options of ['options', 'entry_options'] as const) {
      checkConstraintList(
        context,
        source,
        `${place}/${options}/constraints`,
        field[options]?.constraints ?? [],
      );
    }
    if (field.fields !== undefined) checkFieldList(context, source, `${place}/fields`, field.fields, types);
  });
}
