import { ExpressionError } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { patternsIn } from '../expression/patterns-in.js';
import { checkPattern } from './check-pattern.js';
import { problemAt } from './place.js';
import { checked, type Setting, text, type TextRules } from './setting.js';

/** Maximum length of the texts that expressions compare. */
const LONGEST = 255;

/** Creates a setting with an access expression. */
export function expression(description: string, rules: TextRules = {}): Setting<string, string> {
  const setting = text(`${description} Expression, for example is_granted('ROLE_ADMIN').`, rules);
  return checked(setting, (source, key) => {
    try {
      return patternsIn(parseExpression(source)).flatMap((pattern) =>
        checkPattern(pattern, key, { longest: LONGEST }),
      );
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return problemAt(key, error.message.split('; ')[0] ?? error.message, error.hint);
    }
  });
}
