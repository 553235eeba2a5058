import { kebabCase, resourceNames } from './naming.js';

/** Every identifier that emitters print for a form type. */
export interface FormNames {
  /** File name without extension: `contact-type`. */
  readonly file: string;
  /** `contactTypeChecks` */
  readonly checks: string;
  /** `ContactSubmission`: body of a whole submission. */
  readonly submission: string;
  /** `ContactSubmissionPatch`: body of a partial one. */
  readonly patch: string;
  /** `ContactFields`: what a submission holds below the name of the form, and what forms around this one nest. */
  readonly fields: string;
  /** `ContactData`: what a success handler is given. */
  readonly data: string;
  /** `ContactView`: the tree that a client draws. */
  readonly view: string;
  /** All client types. */
  readonly types: readonly string[];
}

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
  const checks = resourceNames(name).attributes.replace(/Attributes$/, 'Checks');
  return { ...own, file: kebabCase(name), checks, types: Object.values(own) };
}
