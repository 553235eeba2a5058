// Generated from schemas/HtmlContent.json (fbbf6e2f7fd8) by `cms generate`, which overwrites this file.
import { notBlank, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of HtmlContent. */
export function validateHtmlContent(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('HtmlContent:published')) {
    notBlank({ violations, path: 'html', value: value.html }, { message: 'Please enter some content.' });
  }
}
