import type { FormFieldDefinition } from '../../../kernel/contract/forms.js';
import { refuse, type NodeBehaviour } from './node.js';
import { authoredText, sentText } from './sent-value.js';

/**
 * A box that is ticked, or a single radio: nothing sent, and false, leave it empty, any other text ticks it
 * (components.md section 5.5).
 */
export function checkboxField(field: FormFieldDefinition): NodeBehaviour {
  const value = String(field.value ?? '1');
  const unticked = new Set((field.false_values ?? []).map(authoredText));
  const standIn = field.empty_data === undefined ? null : sentText(field.empty_data);
  return {
    begin(node, initial) {
      node.data = initial === true;
    },
    submit(node, sent) {
      const written = sentText(sent);
      if (written === undefined) {
        refuse(node);
        node.data = false;
        return;
      }
      const text = written ?? standIn ?? null;
      node.data = text !== null && !unticked.has(text);
    },
    value: () => value,
    vars: ({ data }) => ({ checked: data === true }),
  };
}
