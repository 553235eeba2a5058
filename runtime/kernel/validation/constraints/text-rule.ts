import type { MessageText } from '../../contract/message.js';
import type { Subject } from '../../contract/records/validation.js';
import { readText } from './read-value.js';
import { report, type RuleOptions } from './report.js';

export interface TextOptions extends RuleOptions {
  readonly normalizer?: 'trim';
}

/** A constraint on the format of a text. */
export type TextRule<Options extends TextOptions> = (subject: Subject, options?: Options) => void;

/** Creates a constraint from a check of the text; null and the empty text are skipped. */
export function createTextRule<Options extends TextOptions = TextOptions>({
  message,
  code,
  isValid,
  hint,
}: {
  readonly message: string;
  readonly code: string;
  readonly isValid: (text: string, options: Partial<Options>) => boolean;
  /** The hint, if it depends on the options (`expectedFormat`). */
  readonly hint?: (options: Partial<Options>) => MessageText | undefined;
}): TextRule<Options> {
  return (subject, options) => {
    const text = readText(subject, options);
    if (text === null || isValid(text, options ?? {})) return;
    const parameters = { value: `"${text}"` };
    report(subject, options ?? {}, { message, code, parameters, hint: hint?.(options ?? {}) });
  };
}
