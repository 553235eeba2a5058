// Generated from schemas/forms/ExampleFormType.json (3f2902abf950) by `cms generate`, which overwrites this file.
import { count, email, type FormChecks, isTrue, length, notBlank } from 'cms-api-components';

/** Checks the rules of ExampleFormType by the path of their node; the empty one is that of the form. */
export const exampleFormTypeChecks: FormChecks = {
  name: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please enter your name.' });
    }
  },
  plainPassword: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please choose a password.' });
    }
  },
  subject: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please choose a subject.' });
      length({ violations, path: '', value }, { min: 2, minMessage: 'Please choose another subject.' });
    }
  },
  email: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please enter your e-mail address.' });
      email({ violations, path: '', value }, { message: 'Please enter an e-mail address that exists.' });
    }
  },
  message: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please write a message.' });
    }
  },
  developer: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please tell whether you are a developer.' });
    }
  },
  randomCheckbox: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      isTrue({ violations, path: '', value }, { message: 'Please tick the box.' });
    }
  },
  interests: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      count({ violations, path: '', value }, { min: 1, minMessage: 'Please choose at least one interest.' });
    }
  },
  other_interests: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      count(
        { violations, path: '', value },
        { min: 1, minMessage: 'Please choose at least one other interest.' },
      );
    }
  },
  children: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      count({ violations, path: '', value }, { min: 1, minMessage: 'Please add at least one child.' });
    }
  },
  'children.*.name': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please enter the name of the child.' });
    }
  },
  'text_children.*': ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      length(
        { violations, path: '', value },
        { min: 2, minMessage: 'Please enter at least two characters.' },
      );
    }
  },
};
