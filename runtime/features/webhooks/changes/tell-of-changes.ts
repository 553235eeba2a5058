import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { UnitHooks } from '../../../kernel/contract/records/unit-of-work.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { PreviousState, PreviousVisibility } from '../../../kernel/reads/previous-visibility.js';
import { stateOf, versionOf } from '../../../kernel/unit-of-work/record-state.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import type { Publication } from '../../publishing/public-api.js';
import type { FindReader, ReaderOf } from '../delivery/readers.js';
import { eventOf, FACTS } from '../events.js';
import type { KnownWebhooks } from '../stored/known-webhooks.js';
import type { Webhook } from '../webhook.js';
import { notifiedChanges } from './facts.js';
import { messageOfChange, type Wanted, wantedOf } from './plan-messages.js';

export interface TellDeps extends Pick<Kernel, 'registry' | 'iris' | 'outbox' | 'clock'> {
  readonly known: Pick<KnownWebhooks, 'current'>;
  readonly findReader: FindReader;
  readonly previous: () => PreviousVisibility;
  readonly publication: Pick<Publication, 'maySeeDrafts'>;
}

/** Ids of records that a reader could read before they were removed, by `readerKey`. */
const REMOVED = stateKey(() => new Map<string, Set<string>>());

const readerKey = ({ readerId, accessTokenId }: ReaderOf): string =>
  `${readerId ?? ''} ${accessTokenId ?? ''}`;

/**
 * Appends the events of a unit of work to the outbox. Without subscribed webhooks it runs no statement. Otherwise it
 * runs one for the messages, and one per reader and type to check what was readable before.
 */
export function createTellOfChanges(deps: TellDeps): UnitHooks {
  const { registry, iris, outbox, clock, known } = deps;

  async function shownBefore(
    webhooks: readonly Webhook[],
    states: readonly PreviousState[],
    session: TransactionSession,
  ): Promise<ReadonlySet<string>> {
    const [first] = webhooks;
    const reader = first && (await deps.findReader(first));
    if (reader === undefined || states.length === 0) return new Set();
    const now = clock.now();
    const mayBeShown = states.filter(({ type, before }) => {
      const resource = registry.require(type);
      const isDraft = before !== undefined && versionOf(before, { registry, now }) === 'draft';
      return !isDraft || deps.publication.maySeeDrafts(resource, reader);
    });
    return deps.previous().among(mayBeShown, session, reader);
  }

  async function evaluateRemoved(
    rows: readonly StoredRecord[],
    session: TransactionSession,
    webhooks: readonly Webhook[],
  ): Promise<void> {
    for (const [key, own] of groupBy(webhooks, readerKey)) {
      const requested = new Set(own.flatMap(({ events }) => events));
      const isRequested = ({ type }: StoredRecord): boolean =>
        FACTS.some((fact) => requested.has(eventOf(type, fact)));
      const states = rows.filter(isRequested).map((row) => ({ type: row.type, id: row.id, before: row }));
      const removed = session.state.of(REMOVED);
      const shown = removed.get(key) ?? new Set();
      removed.set(key, shown);
      for (const id of await shownBefore(own, states, session)) shown.add(id);
    }
  }

  /**
   * Returns which of the changed records a reader could read before. Content that is never hidden counts as readable.
   */
  async function evaluate(
    wanted: readonly Wanted[],
    session: TransactionSession,
  ): Promise<ReadonlySet<string>> {
    const states = wanted.flatMap(({ notified: { type, id, before, isGone } }) =>
      before === undefined || isGone ? [] : [{ type, id, before }],
    );
    const [first] = wanted;
    const shown = await shownBefore(first === undefined ? [] : [first.webhook], states, session);
    const removed = first && session.state.of(REMOVED).get(readerKey(first.webhook));
    return new Set([...shown, ...(removed ?? [])]);
  }

  return {
    async beforeDelete(rows, session) {
      const webhooks = await known.current(session);
      if (webhooks.length > 0) await evaluateRemoved(rows, session, webhooks);
    },
    async beforeCommit({ changes }, session) {
      if (changes.length === 0) return;
      const webhooks = await known.current(session);
      if (webhooks.length === 0) return;
      const now = clock.now();
      const wanted = wantedOf(notifiedChanges(changes, { registry, now }), webhooks);
      const messages = [];
      for (const [, own] of groupBy(wanted, ({ webhook }) => readerKey(webhook))) {
        const shown = await evaluate(own, session);
        for (const each of own) {
          const { iri } = stateOf(each.notified.named, { registry, iris, now });
          messages.push(messageOfChange(each, { at: now, iri, wasShown: shown.has(each.notified.id) }));
        }
      }
      await outbox.append(session, messages);
    },
  };
}
