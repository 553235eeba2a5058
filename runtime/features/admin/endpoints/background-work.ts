import type { ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import { custom, optional, uuid, worded } from '../../../kernel/endpoints/body-members.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { jsonBody } from '../../../kernel/endpoints/json-body.js';
import { notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { requestedJobs } from '../../../kernel/jobs/requested-jobs.js';
import { scheduledStates } from '../../../kernel/jobs/scheduled-states.js';
import { answerOf } from '../../../kernel/serializer/operation-parts.js';

export type BackgroundDeps = Pick<Kernel, 'database' | 'outbox' | 'service'>;

/** Maximum number of jobs and dead letters in a response. The commands show all of them. */
const MOST = 200;

const ID_OR_ALL = 'Send the id of a message, or all with the value true.';

const MESSAGES = jsonBody(
  {
    id: optional(worded(uuid(), ID_OR_ALL)),
    all: optional(
      worded(
        custom({ const: true }, (value) => value === true || undefined),
        'This value should be true.',
      ),
    ),
  },
  { isLenient: true, example: { all: true } },
);

/** Endpoints for administrators with the output of `cms outbox` and `cms jobs` (contract decision 118). */
export function createBackgroundEndpoints({ database, outbox, service }: BackgroundDeps): Endpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      pattern: '/_/outbox',
      summary: 'Retrieves waiting and rejected outbox messages.',
      description:
        'Requires an administrator. Same as `cms outbox`. The content of messages is not included.',
      responses: { 200: answer('The channels, and the newest 200 dead letters.', 'OutboxState') },
      authorize: assertAdministrator,
      async handle() {
        const [channels, dead] = await Promise.all([outbox.metrics(), outbox.deadLetters.list()]);
        return show({
          channels: channels.map(({ channel, pending, oldestAgeMs, dead: count, isDelivered }) => {
            return { channel, pending, oldestAgeMs, dead: count, isDelivered };
          }),
          deadLetters: dead.slice(0, MOST).map(({ createdAt, diedAt, ...letter }) => ({
            ...letter,
            createdAt: createdAt.toISOString(),
            diedAt: diedAt.toISOString(),
          })),
        });
      },
    }),
    defineEndpoint({
      method: 'POST',
      pattern: '/_/outbox/resend',
      summary: 'Queues dead letters again.',
      description: 'Requires an administrator. Send the id of a dead letter, or `all: true`.',
      body: MESSAGES,
      responses: { 200: answer('The number of queued messages.', 'ResentMessages') },
      problems: {
        400: 'The body is not valid JSON.',
        404: 'The dead letter does not exist.',
        415: 'The media type of the body is not supported.',
        422: 'The body contains neither `id` nor `all`, or both. Nothing is queued.',
      },
      authorize: assertAdministrator,
      async handle(_request, { body: { id, all } }) {
        if (id !== undefined && all !== undefined) throw wrong('all', 'Send either id or all, not both.');
        if (id === undefined && all === undefined) throw wrong('id', ID_OR_ALL);
        const resent = await outbox.deadLetters.resend(id);
        if (id !== undefined && resent === 0) throw notFound();
        outbox.wake();
        return show({ resent });
      },
    }),
    defineEndpoint({
      method: 'GET',
      pattern: '/_/jobs',
      summary: 'Retrieves background jobs and schedules.',
      description: 'Requires an administrator. Same as `cms jobs`.',
      responses: { 200: answer('The jobs.', 'BackgroundJobs') },
      authorize: assertAdministrator,
      async handle() {
        const jobs = await requestedJobs(database, MOST);
        const scheduled = await scheduledStates(database, service().scheduled());
        return show({
          jobs: jobs.map(({ requestedAt, ...job }) => ({ ...job, requestedAt: requestedAt.toISOString() })),
          scheduled: scheduled.map(({ lastRun, nextRun, job, cron, timeZone, outcome }) => ({
            ...{ job, cron, timeZone },
            lastRun: lastRun?.toISOString() ?? null,
            nextRun: nextRun?.toISOString() ?? null,
            outcome: { ...outcome },
          })),
        });
      },
    }),
  ];
}

const show = (body: JsonObject): ApiResponse => ({ status: 200, body, cache: 'private' });

const answer = (description: string, schema: string): JsonObject =>
  answerOf(description, { $ref: `#/components/schemas/${schema}` });

const wrong = (propertyPath: string, message: string) =>
  validationFailed([{ propertyPath, message, code: null }]);
