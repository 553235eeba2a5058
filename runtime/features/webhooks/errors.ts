import { defineErrors } from '../../kernel/errors/define-errors.js';

export const webhookErrors = defineErrors({
  configured: {
    code: 'WEBHOOK.CONFIGURED',
    status: 409,
    when: 'A webhook of the configuration is to be changed, removed or given another secret.',
    remedy: 'Change `webhooks` of cms.config.json, or its variable of the environment.',
    answer: 'This webhook stands in the configuration of the service.',
  },
  tooMany: {
    code: 'WEBHOOK.TOO_MANY',
    status: 409,
    when: 'There are 100 webhooks already.',
    remedy: 'Remove one that nobody needs, or have one address told of more.',
    answer: 'There are as many webhooks as there may be.',
  },
});
