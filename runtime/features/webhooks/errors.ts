import { defineErrors } from '../../kernel/errors/define-errors.js';

export const webhookErrors = defineErrors({
  configured: {
    code: 'WEBHOOK.CONFIGURED',
    status: 409,
    when: 'A webhook of the configuration is to be changed, removed or given another secret.',
    remedy: 'Change `webhooks` of cms.config.json, or its variable of the environment.',
    answer: 'This webhook stands in the configuration of the service.',
  },
  otherMaker: {
    code: 'WEBHOOK.OTHER_MAKER',
    status: 403,
    when: 'A machine token changes a webhook that it did not make, or gives it another secret.',
    remedy: 'Change it as a person, or with the token that made it.',
    answer: 'A machine token changes only webhooks that it made.',
  },
  tooMany: {
    code: 'WEBHOOK.TOO_MANY',
    status: 409,
    when: 'There are 100 webhooks already.',
    remedy: 'Remove one that nobody needs, or have one address told of more.',
    answer: 'There are as many webhooks as there may be.',
  },
});
