import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { formErrors } from './errors.js';
import { FORM_EXTENSIONS } from './extensions.js';
import { form } from './resource.js';
import { FORMS_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

export type { RegisteredFormHandler, SubmissionCheck } from './extensions.js';
export { defineForm, type FormCode } from './model/define-form.js';
export type { DataOf, SubmittedData, TypedFormType } from './model/submitted-data.js';
export { SubmittedFile } from './model/submitted-file.js';

/** The Form component: forms as trees that clients render, and their submissions (components.md section 5). */
export const forms: ConfiguredFeature<typeof FORMS_SETTINGS, typeof FORM_EXTENSIONS> = {
  name: 'forms',
  messages: { de: GERMAN },
  settings: FORMS_SETTINGS,
  extensions: FORM_EXTENSIONS,
  resources: [form],
  enabledBy: 'form',
  schemas: {
    name: 'forms',
    functions: ['formHandlers'],
    load: () => import('./schema-files/schema-files.js'),
  },
  commands: [
    {
      name: 'form-cache-purge',
      summary: 'Update the timestamps of forms whose type has changed.',
      description:
        'Sets the modification time of each form to that of its type file, so that caches drop outdated forms after a deployment.',
      hiddenAliases: ['cms:api-components:form-cache-purge'],
      examples: [''],
      flags: {},
    },
  ],
  errors: Object.values(formErrors),
  load: () => import('./feature.js'),
};
