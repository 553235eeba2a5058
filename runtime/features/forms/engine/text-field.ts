import type { FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import { composedText } from '../../../kernel/util/composed.js';
import { refuse, type NodeBehaviour } from './node.js';
import { authoredText, sentText, trimText } from './sent-value.js';
import { type Conversion, NOT_CONVERTIBLE } from './values/conversion.js';

interface TextOptions {
  /** Undefined: the text itself is the data. */
  readonly conversion?: Conversion | undefined;
  /** Disables Unicode normalization, because older password hashes were made from the text as entered. */
  readonly isSecret?: boolean;
}

/** Creates a text field, plain or with a conversion (components.md section 5.5). */
export function textField(field: FormFieldDefinition, options: TextOptions = {}): NodeBehaviour {
  const { conversion, isSecret = false } = options;
  const { trim = true } = field;
  const standIn = authoredText(field.empty_data);
  // `empty_data: ''` requests an empty text instead of null.
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

/** Creates a password field, which never shows its value again and does not trim it. */
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

/** Creates a button, which has no value. */
export function buttonField(): NodeBehaviour {
  return { begin: () => undefined, submit: () => undefined, value: () => undefined };
}
