import type { FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { choiceValue, isList, readChoices } from './choice-notation.js';
import type { FormPlace, Suggest } from './form-place.js';
import { LOCALE_TYPES } from './field-keywords.js';

/**
 * Checks that choices have a value and a label each, and no duplicate values. Other references to choices must exist.
 */
export function checkChoices(
  { type = 'choice', ...field }: Partial<FormFieldDefinition>,
  place: FormPlace,
  suggest: Suggest,
): void {
  const { choices, placeholder, multiple } = field;
  if (multiple === true && placeholder !== undefined && placeholder !== false) {
    place
      .below('placeholder')
      .report('A choice of several values shows no placeholder.', 'Remove "placeholder" or "multiple".');
  }
  if (choices === undefined) {
    if (LOCALE_TYPES.has(type)) return;
    place.report(
      `A field of the type ${JSON.stringify(type)} needs choices.`,
      'Add "choices": { "Label": "value" }, or a list of { "label", "value" }.',
    );
    return;
  }
  const values = new Map<string, FormPlace>();
  const isWellFormed = checkShape(choices, place.below('choices'), values);
  if (!isWellFormed) return;
  if (values.size === 0) {
    place.below('choices').report('There is nothing to choose.', 'Write at least one choice.');
    return;
  }
  checkNamedChoices(field, place, { values: [...values.keys()], suggest });
}

const SHAPE = 'Write { "Label": "value" }, or a list of values or of { "label", "value", "attr" }.';

/** Checks one entry of the choices and collects its value. Returns false if it is not a choice. */
function checkShape(
  choices: JsonObject | readonly JsonValue[],
  place: FormPlace,
  values: Map<string, FormPlace>,
): boolean {
  const entries: readonly (readonly [string | number, JsonValue | undefined])[] = isList(choices)
    ? choices.map((entry, index) => [index, entry] as const)
    : Object.entries(choices);
  const results = entries.map(([key, entry = null]) => {
    const entryPlace = place.below(key);
    if (typeof entry !== 'object' || entry === null) return addValue(entry, entryPlace, values);
    if (!isList(choices)) return checkShape(entry, entryPlace, values);
    return isList(entry)
      ? wrongShape(entryPlace, 'A list inside a list is not a choice.')
      : checkListed(entry, entryPlace, values);
  });
  return results.every(Boolean);
}

const LISTED: readonly string[] = ['label', 'value', 'attr', 'choices'];

function checkListed(entry: JsonObject, place: FormPlace, values: Map<string, FormPlace>): boolean {
  const stray = Object.keys(entry).find((key) => !LISTED.includes(key));
  if (stray !== undefined)
    return wrongShape(place.below(stray), `A choice has no member ${JSON.stringify(stray)}.`);
  const { label, value, choices } = entry;
  if (label !== undefined && typeof label !== 'string')
    return wrongShape(place.below('label'), 'The label of a choice is a text.');
  if ((value === undefined) === (choices === undefined))
    return wrongShape(place, 'A choice has a "value", a group of them "choices".');
  if (choices !== undefined) {
    return typeof choices === 'object' && choices !== null
      ? checkShape(choices, place.below('choices'), values)
      : wrongShape(place.below('choices'), 'A group holds choices.');
  }
  if (typeof value === 'object' && value !== null)
    return wrongShape(
      place.below('value'),
      'The value of a choice is a text, a number, true, false or null.',
    );
  return addValue(value ?? null, place, values);
}

function wrongShape(place: FormPlace, message: string): false {
  place.report(message, SHAPE);
  return false;
}

function addValue(value: JsonValue, place: FormPlace, values: Map<string, FormPlace>): true {
  const text = choiceValue(value);
  if (values.has(text)) {
    place.report(
      `Two choices have the value ${JSON.stringify(text)}, so a submission cannot distinguish them.`,
      'Give each choice a value of its own.',
    );
  } else values.set(text, place);
  return true;
}

function checkNamedChoices(
  {
    choices = {},
    preferred_choices: preferred = [],
    choice_attr: attributes = {},
    data,
    multiple,
  }: Partial<FormFieldDefinition>,
  place: FormPlace,
  { values, suggest }: { readonly values: readonly string[]; readonly suggest: Suggest },
): void {
  const named = (value: JsonValue, at: FormPlace): void => {
    if (values.includes(choiceValue(value))) return;
    at.report(`No choice has the value ${JSON.stringify(value)}.`, suggest(choiceValue(value), values));
  };
  preferred.forEach((value, index) => named(value, place.below('preferred_choices', index)));
  const labels = readChoices(choices, {}).flatMap((entry) =>
    'choices' in entry ? entry.choices.map(({ label }) => label) : [entry.label],
  );
  for (const label of Object.keys(attributes)) {
    if (labels.includes(label)) continue;
    place
      .below('choice_attr', label)
      .report(`No choice has the label ${JSON.stringify(label)}.`, suggest(label, labels));
  }
  if (data === undefined || data === null) return;
  if (multiple !== true) named(data, place.below('data'));
  else if (typeof data === 'object' && isList(data))
    data.forEach((value, index) => named(value, place.below('data', index)));
}
