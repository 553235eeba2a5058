import type { Subject } from '../../contract/validation.js';
import { readText } from './read-value.js';
import { report, type RuleOptions } from './report.js';

export interface TextOptions extends RuleOptions {
  readonly normalizer?: 'trim';
}

/** A constraint on the form of a text, as validators call it. */
export type TextRule<Options extends TextOptions> = (subject: Subject, options?: Options) => void;

/** Builds the constraint of a form that a text has or has not; null and the empty text are skipped. */
export function createTextRule<Options extends TextOptions = TextOptions>({
  message,
  code,
  isValid,
}: {
  readonly message: string;
  readonly code: string;
  readonly isValid: (text: string, options: Partial<Options>) => boolean;
}): TextRule<Options> {
  return (subject, options) => {
    const text = readText(subject, options);
    if (text === null || isValid(text, options ?? {})) return;
    report(subject, options ?? {}, { message, code, parameters: { value: `"${text}"` } });
  };
}
