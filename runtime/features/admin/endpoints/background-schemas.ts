import type { JsonObject } from '../../../kernel/contract/json.js';

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

/** Schemas of the operations below. */
export const BACKGROUND_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  OutboxState: object({
    channels: list(
      object({
        channel: TEXT,
        pending: { ...COUNT, description: 'Number of waiting messages.' },
        oldestAgeMs: {
          type: ['integer', 'null'],
          description: 'Age of the oldest waiting message in milliseconds.',
        },
        dead: { ...COUNT, description: 'Number of rejected messages (dead letters).' },
        isDelivered: {
          type: 'boolean',
          description: 'Whether a feature delivers the messages of the channel.',
        },
      }),
    ),
    deadLetters: list(
      object({
        id: { ...TEXT, format: 'uuid' },
        channel: TEXT,
        key: TEXT,
        attempts: COUNT,
        reason: { ...TEXT, description: 'Reason for the failure of the last attempt.' },
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
        attempts: { ...COUNT, description: 'Number of failed runs.' },
        reason: { type: ['string', 'null'], description: 'Reason for the failure of the last run.' },
      }),
    ),
    scheduled: list(
      object({
        job: TEXT,
        cron: TEXT,
        timeZone: TEXT,
        lastRun: MOMENT_OR_NULL,
        nextRun: { ...MOMENT_OR_NULL, description: 'In the past if no process has served since.' },
        outcome: { type: 'object', description: 'Result of the last run.', additionalProperties: true },
      }),
    ),
  }),
};
