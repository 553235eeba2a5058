// Generated from schemas/FancyWidget.json (f4ab8d5df30a) by `cms generate`, which overwrites this file.
import { length, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of FancyWidget. */
export function validateFancyWidget(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'label', value: value.label }, { max: 80 });
    length({ violations, path: 'color', value: value.color }, { max: 255 });
  }
}
