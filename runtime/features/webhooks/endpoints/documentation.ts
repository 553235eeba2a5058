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
  description: '`whsec_` and 24 to 64 random bytes in base64. In the answer that makes it, and never again.',
};

const MEMBERS: JsonObject = {
  address: { type: 'string', format: 'uri', description: 'Where events are sent, by POST.' },
  events: {
    ...EVENTS,
    description:
      '`TYPE.created`, `TYPE.updated`, `TYPE.deleted`, of publishable types `TYPE.published` and `TYPE.unpublished`, `route.live`, `form.submitted`.',
  },
  description: NULLABLE_TEXT,
  reader: {
    type: ['string', 'null'],
    format: 'uuid',
    description:
      'The machine token that reads the documents which are sent; null: visitors do. For a webhook that a token made, that token.',
  },
  isEnabled: { type: 'boolean' },
};

/** OpenAPI schemas of the operations below. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Webhook: {
    type: 'object',
    description: 'An address of another system that is told of changes.',
    required: ['@id', '@type', 'id', 'address', 'events', 'isEnabled', 'isConfigured'],
    properties: {
      '@id': { type: 'string', format: 'iri-reference' },
      '@type': { type: 'string', enum: ['Webhook'] },
      id: { type: 'string', description: 'A UUID; of a webhook of the configuration its name.' },
      ...MEMBERS,
      accessToken: {
        type: 'string',
        format: 'iri-reference',
        description: 'The machine token that made it, with which it ends; absent if a person made it.',
      },
      disabledBecause: { ...NULLABLE_TEXT, description: 'Why the service disabled it.' },
      isConfigured: { type: 'boolean', description: 'It stands in the configuration of the service.' },
      secret: SECRET,
      createdAt: { ...DATE, type: ['string', 'null'] },
      modifiedAt: { ...DATE, type: ['string', 'null'] },
    },
  },
  WebhookDelivery: {
    type: 'object',
    description: 'One attempt to send an event.',
    required: ['@type', 'id', 'messageId', 'event', 'attempt', 'isReceived', 'durationMs', 'sentAt'],
    properties: {
      '@type': { type: 'string', enum: ['WebhookDelivery'] },
      id: { type: 'string', format: 'uuid' },
      messageId: {
        type: 'string',
        format: 'uuid',
        description: '`webhook-id` of the request: the same for every attempt.',
      },
      event: { type: 'string' },
      record: { ...NULLABLE_TEXT, description: 'Address of the record that it tells of.' },
      attempt: { type: 'integer', minimum: 1 },
      isReceived: { type: 'boolean' },
      status: { type: ['integer', 'null'], description: 'Null where there was no answer.' },
      durationMs: { type: 'integer' },
      answer: { ...NULLABLE_TEXT, description: 'The beginning of the answer, up to 1 kB.' },
      failure: { ...NULLABLE_TEXT, description: 'Why it is a failure.' },
      sentAt: DATE,
    },
  },
};

const WEBHOOK: JsonObject = { $ref: '#/components/schemas/Webhook' };
const DELIVERY: JsonObject = { $ref: '#/components/schemas/WebhookDelivery' };

const REFUSALS = refusals('BadRequest', 'Unauthorized', 'Forbidden');
const ONE: JsonObject = { ...REFUSALS, ...refusals('NotFound') };
const WRITE: JsonObject = {
  '409': problem('The webhook stands in the configuration, or there are as many as there may be.'),
  ...refusals('UnsupportedMediaType', 'UnprocessableContent'),
};

const BODY: JsonObject = { type: 'object', properties: { ...MEMBERS, secret: SECRET } };
const EXAMPLE: JsonObject = {
  address: 'https://search.example.com/hooks/cms',
  events: ['Page.updated', 'route.live'],
};

export const LIST: JsonObject = {
  summary: 'Lists the webhooks.',
  description: 'For administrators. Those of the configuration come first; secrets are nowhere.',
  responses: { '200': answerOf('All webhooks.', collectionOf(WEBHOOK)), ...REFUSALS },
};

export const CREATE: JsonObject = {
  summary: 'Has an address told of changes.',
  description: 'For administrators. Without a secret one is made; the answer shows it this once.',
  requestBody: bodyOf('application/ld+json', { ...BODY, required: ['address', 'events'] }, EXAMPLE),
  responses: { '201': answerOf('The webhook, with its secret.', WEBHOOK), ...REFUSALS, ...WRITE },
};

export const READ: JsonObject = {
  summary: 'Reads a webhook.',
  description: 'For administrators.',
  responses: { '200': answerOf('The webhook.', WEBHOOK), ...ONE },
};

export const CHANGE: JsonObject = {
  summary: 'Changes a webhook.',
  description:
    'For administrators. What waits for one that is disabled is not sent any more. A machine token changes only webhooks that it made.',
  requestBody: bodyOf(
    'application/merge-patch+json',
    { type: 'object', properties: MEMBERS },
    { isEnabled: true },
  ),
  responses: { '200': answerOf('The webhook.', WEBHOOK), ...ONE, ...WRITE },
};

export const REMOVE: JsonObject = {
  summary: 'Removes a webhook.',
  description: 'For administrators. What waits for it is not sent any more.',
  responses: {
    '204': { description: 'It is told of nothing any more.' },
    ...ONE,
    '409': problem('The webhook stands in the configuration.'),
  },
};

export const ROTATE: JsonObject = {
  summary: 'Gives a webhook another secret.',
  description:
    'For administrators. For a day every message is signed with the one before too. A machine token does this only for webhooks that it made.',
  responses: {
    '200': answerOf('The webhook, with its new secret.', WEBHOOK),
    ...ONE,
    '409': problem('The webhook stands in the configuration.'),
  },
};

export const TEST: JsonObject = {
  summary: 'Sends an event named test.',
  description: 'For administrators. It is sent at once and once, to a disabled webhook as well.',
  responses: { '200': answerOf('What came of it.', DELIVERY), ...ONE },
};

export const DELIVERIES: JsonObject = {
  summary: 'Lists the last attempts to send something to a webhook.',
  description: 'For administrators. The newest first, a hundred at most.',
  responses: { '200': answerOf('The attempts.', collectionOf(DELIVERY)), ...ONE },
};
