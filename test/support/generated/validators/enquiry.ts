// Generated from schemas/Enquiry.json (0f315d961d20) by `cms generate`, which overwrites this file.
import { email, length, notNull, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of Enquiry. */
export function validateEnquiry(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull({ violations, path: 'email', value: value.email });
    email({ violations, path: 'email', value: value.email });
    length({ violations, path: 'email', value: value.email }, { max: 100 });
    length({ violations, path: 'subject', value: value.subject }, { max: 100 });
  }
}
