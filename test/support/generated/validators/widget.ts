// Generated from schemas/Widget.json (2c4c418a232b) by `cms generate`, which overwrites this file.
import { length, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of Widget. */
export function validateWidget(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'label', value: value.label }, { max: 80 });
  }
}
