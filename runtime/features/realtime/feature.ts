import { ANONYMOUS } from '../../kernel/contract/context.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { createPreviousVisibility, type PreviousState } from '../../kernel/reads/previous-visibility.js';
import { once } from '../../kernel/util/async/once.js';
import { stateKey } from '../../kernel/util/async/state.js';
import { createRealtimeChannel } from './publisher/channel.js';
import {
  planMessages,
  statesOfRemoved,
  statesOfUpdated,
  statesToEvaluate,
  withoutDraftEchoes,
} from './publisher/plan-messages.js';
import { createRenderRecord } from './publisher/render-record.js';
import { ACCOUNTS_SETTINGS, SUBSCRIPTIONS } from '../accounts/public-api.js';
import { PUBLISHING_SETTINGS } from '../publishing/public-api.js';
import { broadcastBuiltIn } from './broadcast.js';
import { loadHub } from './hub-settings.js';
import { createRealtime } from './realtime.js';
import { REALTIME_SETTINGS } from './settings.js';

/** Records that visitors could read before this unit of work removed them or their references. */
const REMOVED = stateKey((): { readonly shown: Set<string> } => ({ shown: new Set() }));

/** Results of earlier checks: whether visitors could read a record before this unit of work. */
const EVALUATED = stateKey(() => new Map<string, boolean>());

export const apis = [SUBSCRIPTIONS];

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
    return createPreviousVisibility(kernel, voters);
  });
  async function evaluate(states: readonly PreviousState[], session: TransactionSession): Promise<void> {
    const evaluated = session.state.of(EVALUATED);
    const fresh = states.filter(({ id }) => !evaluated.has(id));
    if (fresh.length === 0) return;
    const shown = await before().among(fresh, session, ANONYMOUS);
    for (const { id } of fresh) evaluated.set(id, shown.has(id));
  }

  return {
    provides: [provide(SUBSCRIPTIONS, { topicsFor: realtime.patternsFor, hubCookie: realtime.cookie })],
    http: { links: [{ href: realtime.link, rel: 'mercure', title: 'Real time' }], mounts: realtime.mounts },
    follows: [
      {
        // Runs in parallel with the other queries about the changes, which saves a round trip.
        async follow({ changes, session }) {
          await evaluate(statesOfUpdated(changes, { registry, canBeHidden: before().canBeHidden }), session);
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
        const states = statesToEvaluate(changes, known, { ...topicDeps, canBeHidden: before().canBeHidden });
        await evaluate(states, session);
        const evaluated = session.state.of(EVALUATED);
        const removed = session.state.of(REMOVED).shown;
        await outbox.append(
          session,
          planMessages(known, {
            ...topicDeps,
            isShown: (id) => evaluated.get(id) === true || removed.has(id),
          }),
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
    metrics: realtime.metrics,
    start: () => realtime.start(),
    close: () => Promise.resolve(realtime.close()),
  };
};
