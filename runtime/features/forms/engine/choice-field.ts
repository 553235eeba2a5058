import type { FormFieldDefinition } from '../../../kernel/contract/forms.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { expandedChoices } from './expanded-choices.js';
import { refuse, type Node, type NodeBehaviour } from './node.js';
import { placeholderOf } from './placeholder.js';
import { authoredText, sentMembers, sentText } from './sent-value.js';
import type { SubmittedValue } from './compiled-form.js';
import { createChoiceList, type Choice, type ChoiceList } from './values/choice-list.js';

/** A choice of one or of several, as a select or, expanded, as radios or checkboxes (components.md section 5.5). */
export function choiceField(type: string, field: FormFieldDefinition): NodeBehaviour {
  return choiceAmong(createChoiceList(type, field), field);
}

/** A choice among a list that is made already. */
export function choiceAmong(list: ChoiceList, field: FormFieldDefinition): NodeBehaviour {
  const { multiple = false, expanded = false } = field;
  const placeholder = placeholderOf(field);
  const vars: JsonObject = {
    multiple,
    expanded,
    choices: list.choices,
    preferred_choices: list.preferred,
    ...(placeholder === undefined || list.hasEmptyChoice ? {} : { placeholder }),
    placeholder_in_choices: list.hasEmptyChoice,
    is_selected: [],
  };
  return {
    ...(multiple ? severalOf(list, field) : oneOf(list, field)),
    vars: () => vars,
    ...(expanded ? { shownChildren: expandedChoices(list, { multiple, placeholder }) } : {}),
    ...(multiple && !expanded ? { fullNameSuffix: '[]' } : {}),
  };
}

function oneOf(list: ChoiceList, field: FormFieldDefinition): NodeBehaviour {
  const standIn = authoredText(field.empty_data);
  return {
    begin(node, initial) {
      node.data = initial;
      node.shown = list.valueOf(initial) ?? '';
    },
    submit(node, sent) {
      const written = sentText(sent);
      if (written === undefined) return refuse(node);
      const text = (written ?? '') || standIn;
      const choice = list.find(text);
      if (choice === undefined && text !== '') return refuse(node, text);
      node.data = choice?.data ?? null;
      node.shown = choice?.value ?? '';
    },
    value: ({ shown }) => shown,
  };
}

function severalOf(list: ChoiceList, field: FormFieldDefinition): NodeBehaviour {
  const { empty_data: standIn = [] } = field;
  return {
    begin(node, initial) {
      node.data = Array.isArray(initial) ? initial : null;
      node.shown = Array.isArray(initial) ? initial.flatMap((data) => list.valueOf(data) ?? []) : [];
    },
    submit(node, sent) {
      const texts = sentTexts(sent ?? standIn);
      if (texts === undefined) return refuse(node, []);
      const chosen = chosenAmong(list, texts);
      const values = chosen.known.map(({ value }) => value);
      if (chosen.hasUnknown) return refuse(node, values);
      node.data = chosen.known.map(({ data }) => data);
      node.shown = values;
    },
    value: ({ shown }) => shown,
    isEmpty: ({ data }: Node) => !Array.isArray(data) || data.length === 0,
  };
}

/** Undefined when what was sent is no list of texts. */
function sentTexts(sent: SubmittedValue): readonly string[] | undefined {
  const members = sentMembers(sent);
  if (members === undefined) return undefined;
  const texts = [...members.values()].map(sentText);
  return texts.includes(undefined) ? undefined : texts.map((text) => text ?? '');
}

/** Returns each choice once, in the order in which it was sent; an empty text chooses nothing. */
function chosenAmong(
  list: ChoiceList,
  texts: readonly string[],
): { readonly known: readonly Choice[]; readonly hasUnknown: boolean } {
  const known = new Set<Choice>();
  let hasUnknown = false;
  for (const text of texts) {
    const choice = list.find(text);
    if (choice !== undefined) known.add(choice);
    else if (text !== '') hasUnknown = true;
  }
  return { known: [...known], hasUnknown };
}
