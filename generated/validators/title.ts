// Generated from schemas/Title.json (026e5540c975) by `cms generate`, which overwrites this file.
import { notBlank, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of Title. */
export function validateTitle(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Title:published')) {
    notBlank({ violations, path: 'title', value: value.title }, { message: 'Please enter a title.' });
  }
}
