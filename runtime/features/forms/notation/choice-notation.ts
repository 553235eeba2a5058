import type { FormAttributes } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';

/** A choice as its field declares it. */
export interface ReadChoice {
  readonly label: string;
  readonly data: JsonValue;
  readonly attr: FormAttributes;
}

/** A choice, or a group of choices with a label. */
export type ChoiceEntry = ReadChoice | { readonly label: string; readonly choices: readonly ReadChoice[] };

type AttributesByLabel = Readonly<Record<string, FormAttributes>>;

/**
 * Parses `choices`. They are either a map of labels to values, in which a nested map or list is a group. Or they are
 * a list of values and of `{ label, value, attr? }` or `{ label, choices }`. Nested groups are merged into the outer
 * group.
 */
export function readChoices(
  choices: JsonObject | readonly JsonValue[],
  attributes: AttributesByLabel,
): readonly ChoiceEntry[] {
  return isList(choices)
    ? choices.map((entry) => readListed(entry, attributes))
    : Object.entries(choices).map(([label, value]) => readNamed(label, value ?? null, attributes));
}

/** Returns the text that clients send for a value. */
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
  const own = attr as FormAttributes; // validated with the notation of the form type
  return { label, data: value, attr: { ...attributesOf(label, attributes), ...own } };
}

function flatten(entries: readonly ChoiceEntry[]): readonly ReadChoice[] {
  return entries.flatMap((entry) => ('choices' in entry ? entry.choices : [entry]));
}

function attributesOf(label: string, attributes: AttributesByLabel): FormAttributes {
  return (Object.hasOwn(attributes, label) ? attributes[label] : undefined) ?? {};
}

/** Distinguishes a read-only list from an object, which `Array.isArray` does not. */
export function isList(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}
