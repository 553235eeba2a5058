import type { MessageText } from '../../contract/message.js';

/** Values to fill into a message. */
export type MessageValues = Pick<MessageText, 'parameters' | 'count'>;

/** Fills in a template with placeholders and, as `one|many`, two plural forms (components.md section 6). */
export function messageOf(template: string, values: MessageValues = {}): MessageText {
  const { parameters, count } = values;
  const message = fillPlaceholders(count === undefined ? template : chooseForm(template, count), parameters);
  return message === template ? { message } : { message, template, ...values };
}

/** Replaces `{{ name }}` by its value, a date in the format of the language; unknown names remain. */
export function fillPlaceholders(
  text: string,
  parameters: MessageText['parameters'] = {},
  language?: string,
): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return value instanceof Date ? formatDate(value, language) : (value ?? whole);
  });
}

/** Prints a moment in UTC in the medium format of a language: `Jan 2, 2026, 12:00 AM`. */
export function formatDate(date: Date, language = 'en-US'): string {
  if (Number.isNaN(date.getTime())) return 'invalid date';
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  // The platform separates "AM" with a narrow no-break space in some versions.
  return new Intl.DateTimeFormat(language, options).format(date).replace(/\u202f/g, ' ');
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
