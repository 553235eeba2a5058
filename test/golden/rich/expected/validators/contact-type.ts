// Generated from schemas/forms/ContactType.json (78b9fd499c21) by `cms generate`, which overwrites this file.
import {
  all,
  count,
  date,
  email,
  expression,
  type FormChecks,
  isTrue,
  length,
  notBlank,
  notNull,
  parseExpression,
  range,
  regex,
  unique,
} from 'cms-api-components';

const contactTypeRule = parseExpression('this.email != this.phone');

const contactTypeRule2 = parseExpression("value == null or this.city != 'x'");

const contactTypeRule3 = parseExpression('this.city != null');

const contactTypeRule4 = parseExpression('this.city != null');

/** Checks the rules of ContactType by the path of their node; the empty one is that of the form. */
export const contactTypeChecks: FormChecks = {
  '': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      expression({ violations, path: 'phone', value }, context, {
        rule: contactTypeRule,
        message: "It's the same twice.",
      });
    }
  },
  email: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value });
      email({ violations, path: '', value }, { payload: { severity: 1 } });
    }
    if (groups.has('Default') || groups.has('strict')) {
      length({ violations, path: '', value }, { max: 80 });
    }
  },
  phone: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      regex({ violations, path: '', value }, { pattern: '/^\\+?[0-9 ]+$/' });
    }
  },
  age: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notNull({ violations, path: '', value });
      range({ violations, path: '', value }, { min: 18, max: 99 });
    }
  },
  topic: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value });
    }
  },
  tags: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      count({ violations, path: '', value }, { max: 1 });
    }
  },
  terms: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      isTrue({ violations, path: '', value });
    }
  },
  files: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      count({ violations, path: '', value }, { min: 1 });
    }
  },
  'address.zip-code': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value });
    }
  },
  'address.city': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      expression({ violations, path: '', value }, context, { rule: contactTypeRule2 });
    }
  },
  second: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      expression({ violations, path: '', value }, context, {
        rule: contactTypeRule3,
        message: 'Name a city.',
      });
      notNull({ violations, path: '', value });
    }
  },
  'second.street': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value });
    }
  },
  'second.city': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      length({ violations, path: '', value }, { max: 20 });
    }
  },
  others: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      count({ violations, path: '', value }, { max: 3 });
    }
    if (groups.has('Default') || groups.has('strict')) {
      all({ violations, path: '', value }, {
        each: ({ violations, path, value: entry }) => {
          notNull({ violations, path, value: entry });
        },
      });
    }
  },
  'others.*': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      expression({ violations, path: '', value }, context, {
        rule: contactTypeRule4,
        message: 'Name a city.',
      });
    }
  },
  'others.*.street': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value });
    }
  },
  'others.*.city': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      length({ violations, path: '', value }, { max: 20 });
    }
  },
  words: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      unique({ violations, path: '', value });
      all({ violations, path: '', value }, {
        each: ({ violations, path, value: entry }) => {
          notBlank({ violations, path, value: entry }, { message: 'Say it.' });
        },
      });
    }
  },
  'words.*': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      length({ violations, path: '', value }, { min: 2 });
    }
  },
  secret: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value });
    }
  },
  'secret.first': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      length({ violations, path: '', value }, { min: 3 });
    }
  },
  day: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      date({ violations, path: '', value });
    }
  },
};
