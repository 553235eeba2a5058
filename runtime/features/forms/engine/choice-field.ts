import type { FormAttributes, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { SubmittedValue } from './compiled-form.js';
import { childNames, type Names } from './names.js';
import { type Node, type NodeBehaviour, refuse } from './node.js';
import { authoredText, sentMembers, sentText } from './sent-value.js';
import type { Choice, ChoiceList } from './values/choice-list.js';

/** A radio button or checkbox. */
interface Box {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly attr: FormAttributes;
}

/**
 * Creates a choice of one or several values, as a select or, if expanded, as radio buttons or checkboxes (components.md
 * section 5.5).
 */
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

/** Returns the sent texts; undefined if the value is not a list of texts. */
function sentTexts(sent: SubmittedValue): readonly string[] | undefined {
  const members = sentMembers(sent);
  if (members === undefined) return undefined;
  const texts = [...members.values()].map(sentText);
  return texts.includes(undefined) ? undefined : texts.map((text) => text ?? '');
}

/** Returns each selected choice once, in the order sent. An empty text selects nothing. */
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

/** Returns the label of the empty choice (components.md section 5.5, "Choice details"); undefined if there is none. */
function placeholderOf(field: FormFieldDefinition): string | undefined {
  const { required: isRequired = true, multiple, expanded, attr, placeholder } = field;
  if (multiple === true || placeholder === false) return undefined;
  // A list that shows several choices at once needs no empty one.
  const showsChoices = expanded === true || Number(attr?.size ?? 1) > 1;
  if (isRequired && showsChoices) return undefined;
  const label = typeof placeholder === 'string' ? placeholder : isRequired ? undefined : '';
  return expanded === true && label === '' ? 'None' : label;
}

/**
 * Returns the radio buttons or checkboxes of an expanded choice. They are only displayed; the field is submitted as a
 * whole.
 */
function expandedChoices(
  list: ChoiceList,
  { multiple, placeholder }: { readonly multiple: boolean; readonly placeholder: string | undefined },
): (node: Node, names: Names) => readonly JsonObject[] {
  const boxes = boxesOf(list, placeholder);
  const prefixes = multiple ? ['form', 'checkbox'] : ['form', 'checkbox', 'radio'];
  return (node, names) => {
    const chosen = new Set(Array.isArray(node.shown) ? node.shown : [node.shown]);
    const state = {
      disabled: node.isDisabled,
      label_attr: {},
      // A required field needs one checked box, not all of them.
      required: !multiple && node.isRequired,
      valid: true,
      submitted: node.isSubmitted,
      errors: [],
      action: '',
    };
    return boxes.map(({ name, label, value, attr }) => {
      const own = childNames(names, name, 'entry');
      const vars = {
        name,
        full_name: multiple ? `${names.fullName}[]` : names.fullName,
        id: own.id,
        unique_block_prefix: own.uniqueBlockPrefix,
        block_prefixes: [...prefixes, own.uniqueBlockPrefix],
        attr,
        label,
        ...state,
        value,
        checked: chosen.has(value),
      };
      return { vars, children: [], rendered: false, methodRendered: false };
    });
  };
}

/** Returns preferred choices first, each named by its index. `placeholder` is the label of the empty choice. */
function boxesOf(list: ChoiceList, placeholder: string | undefined): readonly Box[] {
  const preferred = new Set(list.preferred.map(({ value }) => value));
  const boxes = list.flat.map(({ label, value, attr }, index) => ({
    name: String(index),
    label,
    value,
    attr,
  }));
  const none = { name: 'placeholder', label: placeholder ?? '', value: '', attr: {} };
  return [
    ...(placeholder === undefined || list.find('') !== undefined ? [] : [none]),
    ...list.preferred.flatMap(({ value }) => boxes.filter((box) => box.value === value)),
    ...boxes.filter(({ value }) => !preferred.has(value)),
  ];
}
