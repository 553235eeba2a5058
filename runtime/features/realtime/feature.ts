import { ANONYMOUS } from '../../kernel/contract/context.js';
import { offer } from '../../kernel/contract/features/door.js';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { createFormerVisibility, type FormerState } from '../../kernel/reads/former-visibility.js';
import { once } from '../../kernel/util/async/once.js';
import { stateKey } from '../../kernel/util/async/state.js';
import { createRealtimeChannel } from './publisher/channel.js';
import {
  planMessages,
  statesOfRemoved,
  statesOfUpdated,
  statesToJudge,
  withoutDraftEchoes,
} from './publisher/plan-messages.js';
import { createRenderRecord } from './publisher/render-record.js';
import { ACCOUNTS_SETTINGS, SUBSCRIPTIONS } from '../accounts/door.js';
import { PUBLISHING_SETTINGS } from '../publishing/door.js';
import { broadcastBuiltIn } from './broadcast.js';
import { loadHub } from './hub-settings.js';
import { createRealtime } from './realtime.js';
import { REALTIME_SETTINGS } from './settings.js';

/** Records that visitors could read before this unit of work removed them or their references. */
const REMOVED = stateKey((): { readonly shown: Set<string> } => ({ shown: new Set() }));

/** Results of earlier checks: whether visitors could read a record before this unit of work. */
const JUDGED = stateKey(() => new Map<string, boolean>());

export const doors = [SUBSCRIPTIONS];

export const describe = broadcastBuiltIn;

/** @throws ConfigError if the cookie of subscribers would be too large */
export const create: CreateFeature = async (kernel) => {
  const { registry, iris, config, outbox, ports, answers } = kernel;
  const topicDeps = { registry, iris, origin: config.server.publicUrl };
  const hub = await loadHub(kernel.configOf(REALTIME_SETTINGS), kernel.isMaintenance);
  if (hub === undefined) return {};
  const realtime = createRealtime({
    ...kernel,
    permission: kernel.configOf(PUBLISHING_SETTINGS).publishable.permission,
    tokenTtl: kernel.configOf(ACCOUNTS_SETTINGS).jwt.tokenTtl,
    hub,
    // Only the running service publishes updates.
    workers: kernel.joinedTo === undefined ? kernel.workers : undefined,
    allowsOrigin: ports.origins.isAllowed,
  });
  const before = once(() => {
    const voters = kernel.service().features.flatMap(({ reads }) => reads?.voters ?? []);
    return createFormerVisibility(kernel, voters);
  });
  async function judge(states: readonly FormerState[], session: TransactionSession): Promise<void> {
    const judged = session.state.of(JUDGED);
    const fresh = states.filter(({ id }) => !judged.has(id));
    if (fresh.length === 0) return;
    const shown = await before().among(fresh, session, ANONYMOUS);
    for (const { id } of fresh) judged.set(id, shown.has(id));
  }

  return {
    offers: [offer(SUBSCRIPTIONS, { topicsFor: realtime.patternsFor, hubCookie: realtime.cookie })],
    http: { links: [{ href: realtime.link, rel: 'mercure', title: 'Real time' }], mounts: realtime.mounts },
    follows: [
      {
        // Runs in parallel with the other queries about the changes, which saves a round trip.
        async follow({ changes, session }) {
          await judge(statesOfUpdated(changes, { registry, canBeHidden: before().canBeHidden }), session);
          return {};
        },
      },
    ],
    unitOfWork: {
      async beforeDelete(rows, session) {
        const states = statesOfRemoved(rows, { registry, canBeHidden: before().canBeHidden });
        for (const id of await before().among(states, session, ANONYMOUS))
          session.state.of(REMOVED).shown.add(id);
      },
      async beforeCommit(changes, session, fanOut) {
        const known = withoutDraftEchoes(changes, await fanOut(), registry);
        const states = statesToJudge(changes, known, { ...topicDeps, canBeHidden: before().canBeHidden });
        await judge(states, session);
        const judged = session.state.of(JUDGED);
        const removed = session.state.of(REMOVED).shown;
        await outbox.append(
          session,
          planMessages(known, { ...topicDeps, isShown: (id) => judged.get(id) === true || removed.has(id) }),
        );
      },
    },
    channels({ operations }) {
      const render = createRenderRecord({
        kernel,
        operations,
        serializer: answers.serializer,
        readersOf: (resource) => realtime.readers[resource.kind === 'record' ? 'records' : 'drafts'].least,
      });
      return [createRealtimeChannel(render, realtime.publish)];
    },
    measures: realtime.measures,
    start: () => realtime.start(),
    close: () => Promise.resolve(realtime.close()),
  };
};
