import type {
  FormAttributes,
  FormFieldDefinition,
} from '../../../../extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../../kernel/contract/json.js';
import {
  type ChoiceEntry,
  choiceValue,
  type ReadChoice,
  readChoices,
} from '../../notation/choice-notation.js';

/** A choice that a client can send. */
export interface Choice {
  readonly label: string;
  /** The text that clients send. */
  readonly value: string;
  /** The value in the submitted data. */
  readonly data: JsonValue;
  readonly attr: FormAttributes;
}

/**
 * The prepared choices of a field. Of several choices with the same value, only the first is retained, because a
 * submission cannot select the others.
 */
export interface ChoiceList {
  /** Choices in the client format (components.md section 5.3); `{ label, choices }` is a group. */
  readonly choices: readonly JsonObject[];
  /** Choices to show first, in the order of `preferred_choices`; they are also part of `choices`. */
  readonly preferred: readonly JsonObject[];
  /** The choices without groups. */
  readonly flat: readonly Choice[];
  find(value: string): Choice | undefined;
  /** Returns the text for a data value: of the choice with this data, otherwise with the same text. */
  valueOf(data: unknown): string | undefined;
  /** Whether the first displayed choice is the empty one, so that no placeholder is needed. */
  readonly hasEmptyChoice: boolean;
}

/** Returns the choices that a field declares. */
export function declaredChoices(field: FormFieldDefinition): ChoiceList {
  const { choices = [], choice_attr: attributes = {}, preferred_choices: preferred = [] } = field;
  return buildChoiceList(readChoices(choices, attributes), preferred);
}

export function buildChoiceList(
  entries: readonly ChoiceEntry[],
  preferred: readonly (string | number)[] = [],
): ChoiceList {
  const byValue = new Map<string, Choice>();
  const shown = new Map<string, JsonObject>();
  const take = (choice: ReadChoice): readonly JsonObject[] => {
    const value = choiceValue(choice.data);
    if (byValue.has(value)) return [];
    const { label, data, attr } = choice;
    byValue.set(value, { label, value, data, attr });
    const wire = { label, value, data, attr, labelTranslationParameters: [] };
    shown.set(value, wire);
    return [wire];
  };
  const choices = entries.flatMap((entry): readonly JsonObject[] => {
    if (!('choices' in entry)) return take(entry);
    const group = entry.choices.flatMap(take);
    return group.length === 0 ? [] : [{ label: entry.label, choices: group }];
  });
  const first = preferred.map((value) => shown.get(String(value))).filter((choice) => choice !== undefined);
  const flat = [...byValue.values()];
  return {
    choices,
    preferred: first,
    flat,
    find: (value) => byValue.get(value),
    valueOf: valueByData(flat, byValue),
    hasEmptyChoice: (first[0] ?? choices[0])?.value === '',
  };
}

function valueByData(
  flat: readonly Choice[],
  byValue: ReadonlyMap<string, Choice>,
): (data: unknown) => string | undefined {
  const byData = new Map<unknown, string>(flat.map(({ data, value }) => [data, value]));
  return (data) => {
    if (data === undefined) return undefined;
    const exact = byData.get(data);
    if (exact !== undefined || (typeof data === 'object' && data !== null)) return exact;
    // A text column can contain a choice that is declared as a number.
    return byValue.get(choiceValue(data as JsonValue))?.value; // not an object, so a scalar or null
  };
}
