import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { textField } from '../../kernel/metadata/field-builders.js';

/** A form placed on a page (components.md section 5.1); the form type is in `features/forms`. */
export const form: ResourceDescriptor = {
  name: 'Form',
  kind: 'component',
  description: 'A component that displays a form.',
  path: '/component/forms',
  table: 'form',
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  fields: [
    textField('formType', 'form_type', {
      nullable: false,
      description: 'Class identifier of a form type.',
    }),
    {
      kind: 'computed',
      name: 'formView',
      readable: true,
      writable: false,
      answers: 'object',
      description: 'The form tree that clients render. Not included in lists.',
    },
  ],
  // Query parameters can prefill forms; the form types define which.
  readsAnyParameters: true,
  isVolatile: true,
};
