// Generated from schemas/NavigationLink.json (909784a43155) by `cms generate`, which overwrites this file.
import { expression, notBlank, parseExpression, type ValidationContext } from 'cms-api-components';

const navigationLinkRule = parseExpression('this.route != null or this.rawPath != null');

/** Validates the constraints of NavigationLink. */
export function validateNavigationLink(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations, user, isGranted } = context;
  if (groups.has('NavigationLink:published')) {
    notBlank({ violations, path: 'label', value: value.label }, { message: 'Please enter a label.' });
    expression(
      { violations, path: 'route', value },
      { this: value, object: value, user, isGranted },
      { rule: navigationLinkRule, message: 'Please choose a route or enter a path.' },
    );
  }
}
