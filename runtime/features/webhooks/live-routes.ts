import type { Database, SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Outbox } from '../../kernel/contract/features/outbox.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { createPoller } from '../../kernel/util/async/poller.js';
import type { LiveRoutes } from '../pages/public-api.js';
import { messageOf } from './changes/plan-messages.js';
import { ROUTE_LIVE } from './events.js';
import { createKnownRoutes, MOST_AT_ONCE } from './stored/known-routes.js';
import type { KnownWebhooks } from './stored/known-webhooks.js';
import type { Webhook } from './webhook.js';

/** Creates events for routes that have become live: by a write, on a date, or with the pages above them. */
export interface LiveRouteTeller {
  /** Registers all live routes as known, before the first webhook subscribes. */
  begin(session: TransactionSession): Promise<void>;
  /** Creates events for routes that have become live since the last check. */
  check(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

export interface LiveRouteDeps {
  readonly database: Database;
  readonly live: LiveRoutes;
  readonly known: Pick<KnownWebhooks, 'current'>;
  readonly outbox: Pick<Outbox, 'append' | 'wake'>;
  readonly iriOf: (path: string) => string;
  readonly clock: Clock;
  readonly log: Logger;
}

const CHECK_MS = 5000;

const asks = ({ events }: Webhook): boolean => events.includes(ROUTE_LIVE);

export function createLiveRouteTeller(deps: LiveRouteDeps): LiveRouteTeller {
  const { database, live, known, outbox, iriOf, clock, log } = deps;
  const routes = createKnownRoutes(live);
  let isForgotten = false;

  async function begin(session: TransactionSession): Promise<void> {
    const isOthers = (await asking(session)).length > 0;
    if (isOthers && (await routes.hold(session))) return;
    await routes.begin(session, clock.now());
    isForgotten = false;
  }

  const asking = async (session: SqlSession): Promise<readonly Webhook[]> =>
    (await known.current(session)).filter(asks);

  async function look(): Promise<void> {
    const webhooks = await asking(database);
    if (webhooks.length === 0) {
      if (!isForgotten) await database.transaction((session) => routes.forget(session));
      isForgotten = true;
      return;
    }
    isForgotten = false;
    let notified: number;
    do notified = await database.transaction((session) => tell(webhooks, session));
    while (notified === MOST_AT_ONCE);
    if (notified > 0) outbox.wake();
  }

  /** Compares, stores the known routes and appends messages in one transaction. */
  async function tell(webhooks: readonly Webhook[], session: TransactionSession): Promise<number> {
    if (!(await routes.hold(session))) {
      await begin(session);
      return 0;
    }
    const at = clock.now();
    const fresh = await routes.compare(session, at);
    if (fresh.length === 0) return 0;
    await outbox.append(
      session,
      webhooks.flatMap((webhook) =>
        fresh.map(({ id, path }) =>
          messageOf(webhook, {
            event: ROUTE_LIVE,
            at,
            about: id,
            subject: {
              kind: 'record',
              type: 'Route',
              id,
              iri: iriOf(path),
              wasShown: false,
              isDraft: false,
              isGone: false,
            },
          }),
        ),
      ),
    );
    return fresh.length;
  }

  const poller = createPoller({
    intervalMs: CHECK_MS,
    run: look,
    onError(err, isRepeated) {
      if (!isRepeated) log.error({ msg: 'failed to queue webhooks for routes that went live', err });
    },
  });
  return { begin, check: poller.run, start: poller.start, close: poller.close };
}
