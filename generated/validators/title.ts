// Generated from schemas/Title.json (11030d845969) by `cms generate`, which overwrites this file.
import { notBlank, type ValidationContext } from 'cms-api-components';

/** Checks the rules of Title. */
export function validateTitle(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Title:published')) {
    notBlank({ violations, path: 'title', value: value.title }, { message: 'Please enter a title.' });
  }
}
