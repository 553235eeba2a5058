import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { textField } from '../../kernel/metadata/field-builders.js';

/** A form placed on a page (components.md section 5.1); the form type is in `features/forms`. */
export const form: ResourceDescriptor = {
  name: 'Form',
  kind: 'component',
  description: 'The place of a form on a page.',
  path: '/component/forms',
  table: 'form',
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  fields: [
    textField('formType', 'form_type', {
      nullable: false,
      description: 'Name of a form type of the service.',
    }),
    {
      kind: 'computed',
      name: 'formView',
      readable: true,
      writable: false,
      answers: 'object',
      description: 'The form as clients draw it; left out of lists.',
    },
  ],
  // Query parameters can prefill forms; the form types define which.
  readsAnyParameters: true,
  isVolatile: true,
};
