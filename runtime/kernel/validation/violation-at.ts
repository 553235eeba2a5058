import type { MessageText } from '../contract/message.js';
import type { Violation } from '../contract/records/validation.js';

/** Creates a violation of a hand-written rule from its text or the result of `messageOf`. */
export function violationAt(
  propertyPath: string,
  text: MessageText | string,
  code: string | null = null,
): Violation {
  return { propertyPath, ...textOf(text), code };
}

export const textOf = (text: MessageText | string): MessageText =>
  typeof text === 'string' ? { message: text } : text;
