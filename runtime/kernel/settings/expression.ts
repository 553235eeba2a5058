import { ExpressionError } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { problemAt } from './place.js';
import { checked, type Setting, text, type TextRules } from './setting.js';

/** A setting that says in the expression dialect who may do something. */
export function expression(description: string, rules: TextRules = {}): Setting<string, string> {
  const setting = text(`${description} An expression such as is_granted('ROLE_ADMIN').`, rules);
  return checked(setting, (source, key) => {
    try {
      parseExpression(source);
      return [];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return problemAt(key, error.message.split('; ')[0] ?? error.message, error.hint);
    }
  });
}
