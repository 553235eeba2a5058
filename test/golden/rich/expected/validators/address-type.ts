// Generated from schemas/forms/AddressType.json (dc88c1056e68) by `cms generate`, which overwrites this file.
import { expression, type FormChecks, length, notBlank, parseExpression } from 'cms-api-components';

const addressTypeRule = parseExpression('this.city != null');

/** Checks the rules of AddressType by the path of their node; the empty one is that of the form. */
export const addressTypeChecks: FormChecks = {
  '': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      expression({ violations, path: '', value }, context, {
        rule: addressTypeRule,
        message: 'Name a city.',
      });
    }
  },
  street: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value });
    }
  },
  city: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      length({ violations, path: '', value }, { max: 20 });
    }
  },
};
