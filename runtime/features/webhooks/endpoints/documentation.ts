import type { JsonObject } from '../../../kernel/contract/json.js';
import {
  answerOf,
  bodyOf,
  collectionOf,
  problem,
  refusals,
} from '../../../kernel/serializer/operation-parts.js';

const DATE: JsonObject = { type: 'string', format: 'date-time' };
const NULLABLE_TEXT: JsonObject = { type: ['string', 'null'] };
const EVENTS: JsonObject = { type: 'array', minItems: 1, items: { type: 'string' } };
const SECRET: JsonObject = {
  type: 'string',
  description:
    'Signing secret: `whsec_` and 24 to 64 random bytes in base64. Returned only when it is created.',
};

const MEMBERS: JsonObject = {
  address: { type: 'string', format: 'uri', description: 'URL that receives events as POST requests.' },
  events: {
    ...EVENTS,
    description:
      'Subscribed events: `TYPE.created`, `TYPE.updated`, `TYPE.deleted`, `route.live`, `form.submitted`. Publishable types also have `TYPE.published` and `TYPE.unpublished`.',
  },
  description: NULLABLE_TEXT,
  reader: {
    type: ['string', 'null'],
    format: 'uuid',
    description:
      'Access token whose permissions apply to the sent documents; null for those of anonymous visitors. Webhooks created with an access token always use that token.',
  },
  isEnabled: { type: 'boolean' },
};

/** OpenAPI schemas of the operations below. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Webhook: {
    type: 'object',
    description: 'A subscription of another system to changes.',
    required: ['@id', '@type', 'id', 'address', 'events', 'isEnabled', 'isConfigured'],
    properties: {
      '@id': { type: 'string', format: 'iri-reference' },
      '@type': { type: 'string', enum: ['Webhook'] },
      id: { type: 'string', description: 'UUID, or the name of a webhook in the configuration.' },
      ...MEMBERS,
      accessToken: {
        type: 'string',
        format: 'iri-reference',
        description:
          'Access token that created the webhook, which is deleted with the token. Absent if a user created it.',
      },
      disabledBecause: {
        ...NULLABLE_TEXT,
        description: 'Reason for which the service disabled the webhook.',
      },
      isConfigured: {
        type: 'boolean',
        description: 'Whether the webhook is defined in the configuration of the service.',
      },
      secret: SECRET,
      createdAt: { ...DATE, type: ['string', 'null'] },
      modifiedAt: { ...DATE, type: ['string', 'null'] },
    },
  },
  WebhookDelivery: {
    type: 'object',
    description: 'A delivery attempt of an event.',
    required: ['@type', 'id', 'messageId', 'event', 'attempt', 'isReceived', 'durationMs', 'sentAt'],
    properties: {
      '@type': { type: 'string', enum: ['WebhookDelivery'] },
      id: { type: 'string', format: 'uuid' },
      messageId: {
        type: 'string',
        format: 'uuid',
        description: '`webhook-id` header of the request, the same for every attempt.',
      },
      event: { type: 'string' },
      record: { ...NULLABLE_TEXT, description: 'IRI of the record that the event is about.' },
      attempt: { type: 'integer', minimum: 1 },
      isReceived: { type: 'boolean' },
      status: {
        type: ['integer', 'null'],
        description: 'HTTP status of the response; null without a response.',
      },
      durationMs: { type: 'integer' },
      answer: { ...NULLABLE_TEXT, description: 'First kilobyte of the response body.' },
      failure: { ...NULLABLE_TEXT, description: 'Reason of the failure.' },
      sentAt: DATE,
    },
  },
};

const WEBHOOK: JsonObject = { $ref: '#/components/schemas/Webhook' };
const DELIVERY: JsonObject = { $ref: '#/components/schemas/WebhookDelivery' };

const REFUSALS = refusals('BadRequest', 'Unauthorized', 'Forbidden');
const ONE: JsonObject = { ...REFUSALS, ...refusals('NotFound') };
const WRITE: JsonObject = {
  '409': problem('The webhook is defined in the configuration, or the limit of webhooks is reached.'),
  ...refusals('UnsupportedMediaType', 'UnprocessableContent'),
};

const BODY: JsonObject = { type: 'object', properties: { ...MEMBERS, secret: SECRET } };
const EXAMPLE: JsonObject = {
  address: 'https://search.example.com/hooks/cms',
  events: ['Page.updated', 'route.live'],
};

export const LIST: JsonObject = {
  summary: 'Lists all webhooks.',
  description:
    'Requires an administrator. Webhooks of the configuration come first. Secrets are not included.',
  responses: { '200': answerOf('All webhooks.', collectionOf(WEBHOOK)), ...REFUSALS },
};

export const CREATE: JsonObject = {
  summary: 'Creates a webhook.',
  description:
    'Requires an administrator. If the request contains no secret, the service generates one. The secret is returned only in this response.',
  requestBody: bodyOf('application/ld+json', { ...BODY, required: ['address', 'events'] }, EXAMPLE),
  responses: { '201': answerOf('The webhook, with its secret.', WEBHOOK), ...REFUSALS, ...WRITE },
};

export const READ: JsonObject = {
  summary: 'Retrieves a webhook.',
  description: 'Requires an administrator. The secret is not included.',
  responses: { '200': answerOf('The webhook.', WEBHOOK), ...ONE },
};

export const CHANGE: JsonObject = {
  summary: 'Changes a webhook.',
  description:
    'Requires an administrator. Disabling a webhook discards its waiting events. Access tokens can only change webhooks that they created.',
  requestBody: bodyOf(
    'application/merge-patch+json',
    { type: 'object', properties: MEMBERS },
    { isEnabled: true },
  ),
  responses: { '200': answerOf('The webhook.', WEBHOOK), ...ONE, ...WRITE },
};

export const REMOVE: JsonObject = {
  summary: 'Deletes a webhook.',
  description: 'Requires an administrator. Waiting events are discarded.',
  responses: {
    '204': { description: 'The webhook is deleted.' },
    ...ONE,
    '409': problem('The webhook is defined in the configuration.'),
  },
};

export const ROTATE: JsonObject = {
  summary: 'Rotates the secret of a webhook.',
  description:
    'Requires an administrator. For one day, events are signed with both secrets. Access tokens can only rotate the secret of webhooks that they created.',
  responses: {
    '200': answerOf('The webhook, with its new secret.', WEBHOOK),
    ...ONE,
    '409': problem('The webhook is defined in the configuration.'),
  },
};

export const TEST: JsonObject = {
  summary: 'Sends a test event to a webhook.',
  description:
    'Requires an administrator. The event `test` is sent immediately, without retries, also to a disabled webhook.',
  responses: { '200': answerOf('The delivery attempt.', DELIVERY), ...ONE },
};

export const DELIVERIES: JsonObject = {
  summary: 'Lists the delivery attempts of a webhook.',
  description: 'Requires an administrator. Returns at most 100 attempts, the newest first.',
  responses: { '200': answerOf('The attempts.', collectionOf(DELIVERY)), ...ONE },
};
