import { kebabCase } from './naming.js';
import type { FormNames } from './types.js';

/** `ContactType` gives `ContactSubmission` and so on. */
export function formNames(name: string): FormNames {
  const stem = name.replace(/(?<=.)Type$/, '');
  const own = {
    submission: `${stem}Submission`,
    patch: `${stem}SubmissionPatch`,
    fields: `${stem}Fields`,
    data: `${stem}Data`,
    view: `${stem}View`,
  };
  return { ...own, file: kebabCase(name), types: Object.values(own) };
}
