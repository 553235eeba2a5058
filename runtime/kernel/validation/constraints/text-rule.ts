import type { ViolationList } from '../../contract/validation.js';
import { readText } from './read-value.js';
import { report, type RuleOptions } from './report.js';

export interface TextOptions extends RuleOptions {
  readonly normalizer?: 'trim';
}

/** Reports `message` for text that fails `isValid`; null and the empty string are skipped. */
export function checkText(
  violations: ViolationList,
  path: string,
  value: unknown,
  rule: {
    readonly options: TextOptions;
    readonly message: string;
    readonly code: string;
    readonly isValid: (text: string) => boolean;
  },
): void {
  const text = readText(violations, path, value, rule.options);
  if (text === null || rule.isValid(text)) return;
  report(violations, path, {
    message: rule.options.message ?? rule.message,
    code: rule.code,
    payload: rule.options.payload,
    parameters: { value: `"${text}"` },
  });
}

/** A constraint on the form of a text, as validators call it. */
export type TextRule<Options extends TextOptions> = (
  violations: ViolationList,
  path: string,
  value: unknown,
  options?: Options,
) => void;

/** Builds the constraint of a form that a text has or has not, whatever else is asked. */
export function createTextRule<Options extends TextOptions = TextOptions>(rule: {
  readonly message: string;
  readonly code: string;
  readonly isValid: (text: string, options: Partial<Options>) => boolean;
}): TextRule<Options> {
  return (violations, path, value, options) =>
    checkText(violations, path, value, {
      message: rule.message,
      code: rule.code,
      options: options ?? {},
      isValid: (text) => rule.isValid(text, options ?? {}),
    });
}
