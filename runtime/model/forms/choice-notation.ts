import type { FormAttributes } from '../../kernel/contract/schema/forms.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';

/** A choice as its field declares it. */
export interface ReadChoice {
  readonly label: string;
  readonly data: JsonValue;
  readonly attr: FormAttributes;
}

/** A choice, or choices under one heading. */
export type ChoiceEntry = ReadChoice | { readonly label: string; readonly choices: readonly ReadChoice[] };

type AttributesByLabel = Readonly<Record<string, FormAttributes>>;

/**
 * Reads `choices`: a map of labels to values, where a nested map or list makes a group, or a list of values and of
 * `{ label, value, attr? }` or `{ label, choices }`. Groups within groups are one with the outer group.
 */
export function readChoices(
  choices: JsonObject | readonly JsonValue[],
  attributes: AttributesByLabel,
): readonly ChoiceEntry[] {
  return isList(choices)
    ? choices.map((entry) => readListed(entry, attributes))
    : Object.entries(choices).map(([label, value]) => readNamed(label, value ?? null, attributes));
}

/** The text by which clients name a value. */
export function choiceValue(data: JsonValue): string {
  if (data === null) return '';
  if (typeof data === 'boolean') return data ? '1' : '0';
  return typeof data === 'object' ? JSON.stringify(data) : String(data);
}

function readNamed(label: string, value: JsonValue, attributes: AttributesByLabel): ChoiceEntry {
  if (typeof value === 'object' && value !== null)
    return { label, choices: flatten(readChoices(value, attributes)) };
  return { label, data: value, attr: attributesOf(label, attributes) };
}

function readListed(entry: JsonValue, attributes: AttributesByLabel): ChoiceEntry {
  if (typeof entry !== 'object' || entry === null || isList(entry))
    return readNamed(choiceValue(entry), entry, attributes);
  const { label: written, value = null, choices, attr = {} } = entry;
  const label = typeof written === 'string' ? written : choiceValue(value);
  if (typeof choices === 'object' && choices !== null) return readNamed(label, choices, attributes);
  const own = attr as FormAttributes; // the notation of a form type says so
  return { label, data: value, attr: { ...attributesOf(label, attributes), ...own } };
}

function flatten(entries: readonly ChoiceEntry[]): readonly ReadChoice[] {
  return entries.flatMap((entry) => ('choices' in entry ? entry.choices : [entry]));
}

function attributesOf(label: string, attributes: AttributesByLabel): FormAttributes {
  return (Object.hasOwn(attributes, label) ? attributes[label] : undefined) ?? {};
}

/** `Array.isArray` does not tell a read-only list from an object. */
export function isList(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}
