import type { Subject } from '../../contract/validation.js';
import { readText } from './read-value.js';
import { report, type RuleOptions } from './report.js';

export interface TextOptions extends RuleOptions {
  readonly normalizer?: 'trim';
}

/** Reports `message` for text that fails `isValid`; null and the empty string are skipped. */
export function checkText(
  subject: Subject,
  rule: {
    readonly options: TextOptions;
    readonly message: string;
    readonly code: string;
    readonly isValid: (text: string) => boolean;
  },
): void {
  const text = readText(subject, rule.options);
  if (text === null || rule.isValid(text)) return;
  report(subject, {
    message: rule.options.message ?? rule.message,
    code: rule.code,
    payload: rule.options.payload,
    parameters: { value: `"${text}"` },
  });
}

/** A constraint on the form of a text, as validators call it. */
export type TextRule<Options extends TextOptions> = (subject: Subject, options?: Options) => void;

/** Builds the constraint of a form that a text has or has not, whatever else is asked. */
export function createTextRule<Options extends TextOptions = TextOptions>(rule: {
  readonly message: string;
  readonly code: string;
  readonly isValid: (text: string, options: Partial<Options>) => boolean;
}): TextRule<Options> {
  return (subject, options) =>
    checkText(subject, {
      message: rule.message,
      code: rule.code,
      options: options ?? {},
      isValid: (text) => rule.isValid(text, options ?? {}),
    });
}
