import { defineErrors } from '../../kernel/errors/define-errors.js';

export const adminErrors = defineErrors({
  notInstalled: {
    code: 'ADMIN.NOT_INSTALLED',
    status: 404,
    when: 'The admin is asked for, and its package is not installed in the project.',
    remedy: 'Install the package that the answer names, in the folder of the project.',
    answer: (command: string) => `The admin is a package of its own. Run \`${command}\` in the project.`,
  },
});
