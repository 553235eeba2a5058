import type { FormFieldDefinition } from '../../../kernel/contract/forms.js';
import { composedText } from '../../../kernel/util/composed.js';
import { refuse, type NodeBehaviour } from './node.js';
import { authoredText, sentText, trimText } from './sent-value.js';
import { NOT_CONVERTIBLE } from './values/conversion.js';
import { conversionOf } from './values/conversions.js';

/** Fields of one text: plain, or of a type that converts it (components.md section 5.5). */
export function textField(type: string, field: FormFieldDefinition): NodeBehaviour {
  const conversion = conversionOf(type, field);
  const { trim = true } = field;
  const standIn = authoredText(field.empty_data);
  // `empty_data: ''` asks for an empty text in place of null.
  const nothing = conversion === undefined && field.empty_data === '' ? '' : null;
  const toView = (data: unknown): string =>
    conversion === undefined ? plainText(data) : conversion.toView(data);

  return {
    begin(node, initial) {
      node.data = initial;
      node.shown = toView(initial);
    },
    submit(node, sent) {
      const typed = sentText(sent);
      if (typed === undefined) return refuse(node);
      // Hashes of passwords may be of what was typed.
      const written = type === 'password' ? typed : typed && composedText(typed);
      const text = (trim ? trimText(written ?? '') : written) || standIn;
      const data = text === '' ? nothing : conversion === undefined ? text : conversion.toData(text);
      if (data === NOT_CONVERTIBLE) return refuse(node, text);
      node.data = data;
      node.shown = toView(data);
    },
    value: ({ shown }) => shown,
  };
}

/** A password is never shown again, and kept as it was typed. */
export function passwordField(field: FormFieldDefinition): NodeBehaviour {
  const { always_empty: isAlwaysEmpty = true } = field;
  return {
    ...textField('password', { trim: false, ...field }),
    value: ({ isSubmitted, shown }) => (isSubmitted && !isAlwaysEmpty ? shown : ''),
    echo: () => null,
  };
}

function plainText(data: unknown): string {
  return typeof data === 'string' || typeof data === 'number' ? String(data) : '';
}

/** Buttons hold no value. */
export function buttonField(): NodeBehaviour {
  return { begin: () => undefined, submit: () => undefined, value: () => undefined };
}
