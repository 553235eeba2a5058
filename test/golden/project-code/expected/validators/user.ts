// Generated from schemas/User.json (d2f831b6ad28) by `cms generate`, which overwrites this file.
import { callback, length, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of User. */
export function validateUser(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'nickname', value: value.nickname }, { max: 40 });
    callback({ violations, path: 'nickname', value: value.nickname }, context, { name: 'polite' });
  }
}
