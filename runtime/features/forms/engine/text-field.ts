import type { FormFieldDefinition } from '../../../kernel/contract/schema/forms.js';
import { composedText } from '../../../kernel/util/composed.js';
import { refuse, type NodeBehaviour } from './node.js';
import { authoredText, sentText, trimText } from './sent-value.js';
import { type Conversion, NOT_CONVERTIBLE } from './values/conversion.js';

interface TextOptions {
  /** Undefined: the text itself is the data. */
  readonly conversion?: Conversion | undefined;
  /** Hashes of passwords may be of what was typed, so it is not composed. */
  readonly isSecret?: boolean;
}

/** Fields of one text: plain, or of a type that converts it (components.md section 5.5). */
export function textField(field: FormFieldDefinition, options: TextOptions = {}): NodeBehaviour {
  const { conversion, isSecret = false } = options;
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
      const written = isSecret ? typed : typed && composedText(typed);
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
    ...textField({ trim: false, ...field }, { isSecret: true }),
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
