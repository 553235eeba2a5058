import type { FormAttributes } from '../../../kernel/contract/forms.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { childNames, type Names } from './names.js';
import type { Node } from './node.js';
import type { ChoiceList } from './values/choice-list.js';

/** A radio or a checkbox. */
interface Box {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly attr: FormAttributes;
}

/** The radios or checkboxes of an expanded choice: nodes that are only shown, their field is submitted as one. */
export function expandedChoices(
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
      // A required field needs one ticked box, not all of them.
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

/** Preferred choices first, each named by its position in the list; `placeholder` is the name of the one for none. */
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
