import { defineErrors } from '../../kernel/errors/define-errors.js';

export const webhookErrors = defineErrors({
  configured: {
    code: 'WEBHOOK.CONFIGURED',
    status: 409,
    when: 'The request changes, deletes or rotates the secret of a webhook that is defined in the configuration.',
    remedy: 'Change `webhooks` in cms.config.json, or the environment variable with the secret.',
    answer: 'This webhook is defined in the configuration. Change it there.',
  },
  otherMaker: {
    code: 'WEBHOOK.OTHER_MAKER',
    status: 403,
    when: 'An access token changes, or rotates the secret of, a webhook that another caller created.',
    remedy: 'Sign in as a user, or use the access token that created the webhook.',
    answer: 'An access token can change only webhooks that it created. Sign in as a user.',
  },
  tooMany: {
    code: 'WEBHOOK.TOO_MANY',
    status: 409,
    when: 'The limit of 100 webhooks is reached.',
    remedy: 'Delete an unused webhook, or add the events to an existing one.',
    answer: 'The limit of 100 webhooks is reached. Delete an unused one.',
  },
});
