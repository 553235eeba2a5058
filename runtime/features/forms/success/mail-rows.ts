import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import { isPlainObject } from '../../../kernel/validation/constraints/read-value.js';
import { SubmittedFile } from '../model/submitted-file.js';
import { FIELD_TYPES } from '../engine/field-types.js';
import { createChoiceList } from '../engine/values/platform-choices.js';

/** A submitted value in readable form. */
export interface MailRow {
  /** Labels of the enclosing fields and of the field itself. */
  readonly path: readonly string[];
  readonly value: string;
}

type Data = Readonly<Record<string, unknown>>;

/** Returns the definition of a nested form type. */
export type FindForm = (type: string) => FormDefinition | undefined;

/** Prints the value of a field. */
export interface FieldPrinter {
  readonly name: string;
  rows(data: Data): readonly MailRow[];
}

/** Creates the printers of a form once. Passwords, honeypots and buttons have none. */
export function createPrinters(
  { fields, honeypot }: Pick<FormDefinition, 'fields' | 'honeypot'>,
  find: FindForm,
): readonly FieldPrinter[] {
  return fields
    .filter((field) => field.name !== honeypot && field.mapped !== false && !isHidden(field))
    .map((field) => ({ name: field.name, rows: createPrinter(field, find) }));
}

/** Returns whether the field is a password, entered once or twice, or a button. These are never mailed. */
function isHidden(field: Partial<FormFieldDefinition>): boolean {
  const { type = 'text', entry_type: entry, options, entry_options: entryOptions } = field;
  if (type === 'repeated' || type === 'collection')
    return isHidden({ ...(type === 'repeated' ? options : entryOptions), ...(entry ? { type: entry } : {}) });
  return type === 'password' || FIELD_TYPES.get(type)?.isButton === true;
}

function createPrinter(field: FormFieldDefinition, find: FindForm): FieldPrinter['rows'] {
  const nested = fieldsOf(field, find);
  const label = labelOf(field);
  const valueIn = (data: Data): unknown => data[field.property_path ?? field.name];
  if (nested !== undefined) {
    const printers = createPrinters({ fields: nested }, find);
    const within = (data: Data): readonly MailRow[] => printers.flatMap(({ rows }) => rows(data));
    if (field.inherit_data === true) return within;
    return (data) => within(asData(valueIn(data))).map((row) => ({ ...row, path: [label, ...row.path] }));
  }
  if (field.type === 'collection') return createListPrinter(field, find);
  const print = createValuePrinter(field);
  return (data) => [{ path: [label], value: print(valueIn(data)) }];
}

/** Creates the printer of a list, which numbers the entries because they have no labels. */
function createListPrinter(field: FormFieldDefinition, find: FindForm): FieldPrinter['rows'] {
  const { entry_type: type, entry_options: options } = field;
  const entry = createPrinter({ ...(type === undefined ? {} : { type }), ...options, name: 'entry' }, find);
  const label = labelOf(field);
  return (data) => {
    const held = data[field.property_path ?? field.name];
    const entries = Array.isArray(held) ? (held as readonly unknown[]) : Object.values(asData(held));
    return entries.flatMap((one, index) =>
      entry({ entry: one }).map(({ path: [, ...inner], value }) => ({
        path: [`${label} ${index + 1}`, ...inner],
        value,
      })),
    );
  };
}

function fieldsOf(field: FormFieldDefinition, find: FindForm): readonly FormFieldDefinition[] | undefined {
  const { type = field.fields === undefined ? 'text' : 'form' } = field;
  if (FIELD_TYPES.has(type)) return undefined;
  return type === 'form' ? (field.fields ?? []) : find(type)?.fields;
}

function createValuePrinter(field: FormFieldDefinition): (value: unknown) => string {
  const { type = 'text' } = field;
  const { chain = [] } = FIELD_TYPES.get(type) ?? {};
  if (!chain.includes('choice')) return printed;
  const list = createChoiceList(type, field);
  const one = (value: unknown): string => {
    const sent = list.valueOf(value);
    return (sent === undefined ? undefined : list.find(sent)?.label) ?? printed(value);
  };
  return (value) => (Array.isArray(value) ? value.map(one).join(', ') : one(value));
}

function printed(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof SubmittedFile) return `${value.facts.name} (${value.facts.size} bytes)`;
  if (Array.isArray(value)) return value.map(printed).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}

const asData = (value: unknown): Data => (isPlainObject(value) ? value : {});

/** Returns the label, or derives it from the name: `emailAddress` becomes "Email address". */
function labelOf({ label, name }: FormFieldDefinition): string {
  if (typeof label === 'string' && label !== '') return label;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
