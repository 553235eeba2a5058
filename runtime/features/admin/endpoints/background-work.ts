import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { WRITE_TYPES } from '../../../kernel/endpoints/resource-endpoints.js';
import { denied, notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { requestedJobs } from '../../../kernel/jobs/requested-jobs.js';
import { scheduledStates } from '../../../kernel/jobs/scheduled-states.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { objectOf } from '../../../kernel/util/json-object.js';
import { JOBS, OUTBOX, RESEND } from './background-documentation.js';

export type BackgroundDeps = Pick<Kernel, 'database' | 'outbox' | 'service'>;

/** Maximum number of jobs and dead letters in a response. The commands show all of them. */
const MOST = 200;

/** Endpoints for administrators with the output of `cms outbox` and `cms jobs` (contract decision 118). */
export function createBackgroundEndpoints({ database, outbox, service }: BackgroundDeps): Endpoint[] {
  return [
    forAdministrators({
      method: 'GET',
      pattern: '/_/outbox',
      documentation: OUTBOX,
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
    forAdministrators({
      method: 'POST',
      pattern: '/_/outbox/resend',
      accepts: WRITE_TYPES,
      documentation: RESEND,
      async handle(request) {
        const id = readLetter(objectOf(await request.jsonValue()));
        const resent = await outbox.deadLetters.resend(id);
        if (id !== undefined && resent === 0) throw notFound();
        outbox.wake();
        return show({ resent });
      },
    }),
    forAdministrators({
      method: 'GET',
      pattern: '/_/jobs',
      documentation: JOBS,
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

const forAdministrators = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  handle(request: ApiRequest) {
    const { actor } = request.context;
    if (!isGranted(actor, ROLE_ADMIN)) throw denied(actor);
    return endpoint.handle(request);
  },
});

/**
 * Returns the id of one message, or undefined for all messages.
 * @throws AppError 422 if the body has neither or both
 */
function readLetter({ id, all }: JsonObject): string | undefined {
  const problem = (propertyPath: string, message: string) =>
    validationFailed([{ propertyPath, message, code: null }]);
  if (id !== undefined && all !== undefined) throw problem('all', 'Send either id or all, not both.');
  if (all === true) return undefined;
  if (all !== undefined) throw problem('all', 'This value should be true.');
  if (typeof id !== 'string' || !isUuid(id))
    throw problem('id', 'Send the id of a message, or all with the value true.');
  return id.toLowerCase();
}
