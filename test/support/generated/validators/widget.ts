// Generated from schemas/Widget.json (74098b3fc50c) by `cms generate`, which overwrites this file.
import { length, type ValidationContext } from 'cms-api-components';

/** Checks the rules of Widget. */
export function validateWidget(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'label', value: value.label }, { max: 80 });
  }
}
