import type { MessageText } from '../../contract/message.js';

/** Values to fill into a message. */
export type MessageValues = Pick<MessageText, 'parameters' | 'count'>;

/** Fills in a template with placeholders and, as `one|many`, two plural forms (components.md section 6). */
export function messageOf(template: string, values: MessageValues = {}): MessageText {
  const { parameters, count } = values;
  const message = fillPlaceholders(count === undefined ? template : chooseForm(template, count), parameters);
  return message === template ? { message } : { message, template, ...values };
}

/** Replaces `{{ name }}` by its value; unknown names are left unchanged. */
export function fillPlaceholders(text: string, parameters: MessageText['parameters'] = {}): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? (parameters[name] ?? whole) : whole,
  );
}

/** Returns the names of the placeholders of a text. */
export function placeholdersOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

function chooseForm(template: string, count: number): string {
  const [one = '', many] = template.split('|');
  return many === undefined || Math.abs(count) === 1 ? one : many;
}
