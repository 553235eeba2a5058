import type { MessageText } from '../../contract/message.js';

/** The values that a message is made with. */
export type MessageValues = Pick<MessageText, 'parameters' | 'count'>;

/** Fills in an English text with placeholders and, as `one|many`, two plural forms (components.md section 6). */
export function messageOf(template: string, values: MessageValues = {}): MessageText {
  const { parameters, count } = values;
  const message = fillPlaceholders(count === undefined ? template : chooseForm(template, count), parameters);
  return message === template ? { message } : { message, template, ...values };
}

/** Replaces `{{ name }}` by its value; unknown names remain. */
export function fillPlaceholders(text: string, parameters: MessageText['parameters'] = {}): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? (parameters[name] ?? whole) : whole,
  );
}

/** Names of the placeholders of a text. */
export function placeholdersOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

function chooseForm(template: string, count: number): string {
  const [one = '', many] = template.split('|');
  return many === undefined || Math.abs(count) === 1 ? one : many;
}
