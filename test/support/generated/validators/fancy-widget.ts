// Generated from schemas/FancyWidget.json (b0a7f7bf396e) by `cms generate`, which overwrites this file.
import { length, type ValidationContext } from 'cms-api-components';

/** Checks the rules of FancyWidget. */
export function validateFancyWidget(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'label', value: value.label }, { max: 80 });
    length({ violations, path: 'color', value: value.color }, { max: 255 });
  }
}
