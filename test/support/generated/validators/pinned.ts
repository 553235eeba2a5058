// Generated from schemas/Pinned.json (99d4d9525cb0) by `cms generate`, which overwrites this file.
import { length, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of Pinned. */
export function validatePinned(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'text', value: value.text }, { max: 255 });
  }
}
