import type { JsonObject } from '../../../kernel/contract/json.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';

const TEXT: JsonObject = { type: 'string' };
const COUNT: JsonObject = { type: 'integer', minimum: 0 };
const MOMENT: JsonObject = { type: 'string', format: 'date-time' };
const MOMENT_OR_NULL: JsonObject = { type: ['string', 'null'], format: 'date-time' };

const object = (properties: Readonly<Record<string, JsonObject>>): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });

/** Schemas that the operations below refer to. */
export const BACKGROUND_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  OutboxState: object({
    channels: list(
      object({
        channel: TEXT,
        pending: { ...COUNT, description: 'Messages that wait.' },
        oldestAgeMs: { type: ['integer', 'null'], description: 'How long the oldest has waited.' },
        dead: { ...COUNT, description: 'Messages that can never be sent as they are.' },
        isDelivered: { type: 'boolean', description: 'Whether a feature delivers the channel.' },
      }),
    ),
    deadLetters: list(
      object({
        id: { ...TEXT, format: 'uuid' },
        channel: TEXT,
        key: TEXT,
        attempts: COUNT,
        reason: { ...TEXT, description: 'Why the last attempt failed.' },
        createdAt: MOMENT,
        diedAt: MOMENT,
      }),
    ),
  }),
  ResentMessages: object({ resent: COUNT }),
  BackgroundJobs: object({
    jobs: list(
      object({
        job: TEXT,
        state: { ...TEXT, enum: ['runs', 'waits', 'failed'] },
        requestedAt: MOMENT,
        requests: COUNT,
        attempts: { ...COUNT, description: 'Runs that failed.' },
        reason: { type: ['string', 'null'], description: 'Why the last run failed.' },
      }),
    ),
    scheduled: list(
      object({
        job: TEXT,
        cron: TEXT,
        timeZone: TEXT,
        lastRun: MOMENT_OR_NULL,
        nextRun: { ...MOMENT_OR_NULL, description: 'Past where no process has served since.' },
        outcome: { type: 'object', description: 'What the last run did.', additionalProperties: true },
      }),
    ),
  }),
};

const answer = (schema: string, description: string): JsonObject => ({
  description,
  content: { 'application/ld+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const REFUSALS = refusals('Unauthorized', 'Forbidden');

export const OUTBOX: JsonObject = {
  summary: 'Shows the messages that wait to be sent, and those that cannot be.',
  description: 'For administrators: what `cms outbox` tells. What the messages say is not shown.',
  responses: { '200': answer('OutboxState', 'The channels, and the newest 200 dead letters.'), ...REFUSALS },
};

export const RESEND: JsonObject = {
  summary: 'Puts dead letters back behind the messages that wait.',
  description: 'For administrators: one by its id, or `all: true`.',
  requestBody: {
    required: true,
    content: {
      'application/ld+json': {
        schema: { type: 'object', properties: { id: { ...TEXT, format: 'uuid' }, all: { const: true } } },
        example: { all: true },
      },
    },
  },
  responses: {
    '200': answer('ResentMessages', 'How many were put back.'),
    '400': problem('The body is no JSON.'),
    ...REFUSALS,
    '404': problem('There is no such dead letter.'),
    '415': problem('The body has another media type.'),
    '422': problem('The body names no message, or one and all of them; nothing is put back.'),
  },
};

export const JOBS: JsonObject = {
  summary: 'Shows the work in the background that waits, runs and failed, and what runs by itself.',
  description: 'For administrators: what `cms jobs` tells.',
  responses: { '200': answer('BackgroundJobs', 'The jobs.'), ...REFUSALS },
};
