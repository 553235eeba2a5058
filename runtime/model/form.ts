import type { ResourceDescriptor } from '../kernel/contract/resource.js';
import { CORE_DEFAULTS } from './defaults.js';
import { textField } from '../kernel/metadata/field-builders.js';

/** The place of a form on a page (components.md section 5.1); its rules and the form itself are in `features/forms`. */
export const form: ResourceDescriptor = {
  ...CORE_DEFAULTS,
  name: 'Form',
  kind: 'component',
  classIdentifier: 'Form',
  description: 'The place of a form on a page.',
  path: '/component/forms',
  table: 'form',
  operations: [...CORE_DEFAULTS.operations, 'usage'],
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
  // Forms may be prefilled by parameters, which ones their types say.
  readsAnyParameters: true,
  order: [],
  // Which names there are depends on the registered form types: the write rule checks it.
  validate: () => undefined,
};
