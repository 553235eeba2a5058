// Generated from schemas/CallToAction.json (761dc6fc7c37) by `cms generate`, which overwrites this file.
import {
  choice,
  expression,
  length,
  notBlank,
  parseExpression,
  url,
  type ValidationContext,
} from 'cms-api-components';

const callToActionRule = parseExpression('this.target != null or this.externalUrl != null');

/** Validates the constraints of CallToAction. */
export function validateCallToAction(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations, user, isGranted } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'label', value: value.label }, { max: 80 });
    length({ violations, path: 'tone', value: value.tone }, { max: 255 });
    choice({ violations, path: 'tone', value: value.tone }, { choices: ['primary', 'quiet', 'danger'] });
    url({ violations, path: 'externalUrl', value: value.externalUrl });
  }
  if (groups.has('CallToAction:published')) {
    notBlank({ violations, path: 'label', value: value.label });
    expression(
      { violations, path: 'target', value },
      { this: value, object: value, user, isGranted },
      { rule: callToActionRule, message: 'Choose an internal route or an external address' },
    );
  }
}
