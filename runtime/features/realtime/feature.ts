import type { ItemVoter } from '../../kernel/contract/operations.js';
import type { Feature } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { ItemSerializer } from '../../kernel/serializer/item-serializer.js';
import { stateKey } from '../../kernel/util/state.js';
import { createRealtimeChannel } from './publisher/channel.js';
import {
  planMessages,
  statesOfRemoved,
  statesToJudge,
  withoutDraftEchoes,
} from './publisher/plan-messages.js';
import { createRenderRecord } from './publisher/render-record.js';
import { createShownBefore } from './publisher/shown-before.js';
import type { Realtime } from './realtime.js';

export interface RealtimeUses {
  /** Undefined where there is no hub. */
  readonly realtime: Realtime | undefined;
  readonly serializer: ItemSerializer;
  /** Those of all features. */
  readonly voters: readonly ItemVoter[];
}

/** Of the records that a unit of work removed, and of those that they named, the ones that visitors could read. */
const REMOVED = stateKey((): { readonly shown: Set<string> } => ({ shown: new Set() }));

/** Pushes changes to subscribers of the hub (realtime.md section 2). */
export function createRealtimeFeature(
  kernel: Kernel,
  { realtime, serializer, voters }: RealtimeUses,
): Feature {
  if (realtime === undefined) return { name: 'realtime' };
  const { registry, outbox } = kernel;
  const before = createShownBefore(kernel, voters);
  return {
    name: 'realtime',
    unitOfWork: {
      async beforeDelete(rows, session) {
        const states = statesOfRemoved(rows, { registry, canBeHidden: before.canBeHidden });
        for (const id of await before.among(states, session)) session.state.of(REMOVED).shown.add(id);
      },
      async beforeCommit(changes, session, fanOut) {
        const known = withoutDraftEchoes(changes, await fanOut(), registry);
        const states = statesToJudge(changes, known, { ...kernel, canBeHidden: before.canBeHidden });
        const shown = await before.among(states, session);
        const removed = session.state.of(REMOVED).shown;
        await outbox.append(
          session,
          planMessages(known, { isShown: (id) => shown.has(id) || removed.has(id), registry }),
        );
      },
    },
    channels({ operations }) {
      const render = createRenderRecord({
        ...{ kernel, operations, serializer },
        readersOf: (resource) => realtime.readers[resource.kind === 'record' ? 'records' : 'drafts'].least,
      });
      return [createRealtimeChannel(render, realtime.publish)];
    },
    start: () => realtime.start(),
    close: () => Promise.resolve(realtime.close()),
  };
}

export { createRealtime, type Realtime } from './realtime.js';
export { loadHub, type Hub } from './hub-settings.js';
