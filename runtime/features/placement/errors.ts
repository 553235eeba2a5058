import { defineErrors } from '../../kernel/errors/define-errors.js';

/** Errors of deleting a record that others require (contract decisions 35 and 60). */
export const placementErrors = defineErrors({
  templateInUse: {
    code: 'PAGE.TEMPLATE_IN_USE',
    status: 422,
    when: 'The page cannot be deleted, because page data uses it as a template.',
    remedy: 'Assign another template to these records first.',
    answer: (count: number) => `This page is the template of ${count} records.`,
  },
  layoutInUse: {
    code: 'LAYOUT.IN_USE',
    status: 422,
    when: 'The layout cannot be deleted, because pages use it.',
    remedy: 'Assign another layout to these pages first.',
    answer: (count: number) => `This layout is used by ${count} pages.`,
  },
  recordInUse: {
    code: 'RESOURCE.IN_USE',
    status: 422,
    when: 'The record cannot be deleted, because required relations of other records reference it.',
    remedy: 'Delete these records first, or change their relations.',
    answer: (count: number, type: string) => `${count} ${type} records still need this record.`,
  },
});
