import { defineErrors } from '../../kernel/errors/define-errors.js';

export const adminErrors = defineErrors({
  notInstalled: {
    code: 'ADMIN.NOT_INSTALLED',
    status: 404,
    when: 'The admin was requested, but its package is not installed in the project.',
    remedy: 'Run the command in the message in the project folder.',
    answer: (command: string) =>
      `The admin package is not installed. Run \`${command}\` in the project folder.`,
  },
});
