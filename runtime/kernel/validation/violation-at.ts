import type { MessageText } from '../contract/message.js';
import type { Violation } from '../contract/records/validation.js';

/** A violation of a rule in code: its text, or one made with values by `messageOf`. */
export function violationAt(
  propertyPath: string,
  text: MessageText | string,
  code: string | null = null,
): Violation {
  return { propertyPath, ...textOf(text), code };
}

export const textOf = (text: MessageText | string): MessageText =>
  typeof text === 'string' ? { message: text } : text;
