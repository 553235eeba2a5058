// Generated from schemas/Pinned.json (bf7d596b758b) by `cms generate`, which overwrites this file.
import { length, type ValidationContext } from 'cms-api-components';

/** Checks the rules of Pinned. */
export function validatePinned(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'text', value: value.text }, { max: 255 });
  }
}
