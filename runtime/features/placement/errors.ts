import { defineErrors } from '../../kernel/errors/define-errors.js';

/** Errors of removing a record that others need (contract decisions 35 and 60). */
export const placementErrors = defineErrors({
  templateInUse: {
    code: 'PAGE.TEMPLATE_IN_USE',
    status: 422,
    when: 'A page that is removed is the template of page data.',
    remedy: 'Give these records another template first.',
    answer: (count: number) => `This page is the template of ${count} records.`,
  },
  layoutInUse: {
    code: 'LAYOUT.IN_USE',
    status: 422,
    when: 'A layout that is removed is that of pages.',
    remedy: 'Give these pages another layout first.',
    answer: (count: number) => `This layout is used by ${count} pages.`,
  },
  recordInUse: {
    code: 'RESOURCE.IN_USE',
    status: 422,
    when: 'Other records need the one that is removed.',
    remedy: 'Remove these records first, or let them name another one.',
    answer: (count: number, type: string) => `${count} ${type} records still need this record.`,
  },
});
