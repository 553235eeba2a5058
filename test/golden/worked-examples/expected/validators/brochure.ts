// Generated from schemas/Brochure.json (47adc0099431) by `cms generate`, which overwrites this file.
import { length, notBlank, notNull, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of Brochure. */
export function validateBrochure(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull({ violations, path: 'heading', value: value.heading });
    length({ violations, path: 'heading', value: value.heading }, { min: 3, max: 120 });
  }
  if (groups.has('legal')) {
    notBlank({ violations, path: 'legalNote', value: value.legalNote });
  }
}
