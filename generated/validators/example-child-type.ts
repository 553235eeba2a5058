// Generated from schemas/forms/ExampleChildType.json (47633af45674) by `cms generate`, which overwrites this file.
import { type FormChecks, notBlank } from 'cms-api-components';

/** Checks the rules of ExampleChildType by the path of their node; the empty one is that of the form. */
export const exampleChildTypeChecks: FormChecks = {
  name: ({ violations, value }, context) => {
    const { groups } = context;
    if (groups.has('Default')) {
      notBlank({ violations, path: '', value }, { message: 'Please enter the name of the child.' });
    }
  },
};
