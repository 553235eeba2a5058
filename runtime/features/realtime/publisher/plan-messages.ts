import type { ChangeSet } from '../../../kernel/contract/records/change-set.js';
import type { FanOut, TouchedRecord } from '../../../kernel/contract/records/fan-out.js';
import type { OutboxMessage } from '../../../kernel/contract/features/outbox.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { PreviousState } from '../../../kernel/reads/previous-visibility.js';
import { referencesIn } from '../../../kernel/unit-of-work/related-records.js';
import { broadcastOf } from '../broadcast.js';
import { departuresOf, draftTopic, type Topic, type TopicDeps, topicOf } from './topics.js';

/** Name of the channel; messages of one record keep their order. */
export const CHANNEL = 'realtime';

/** A message in the outbox. */
export type WaitingUpdate =
  /** Rendered when it is sent, so that only the final state of several quick changes is sent. */
  | {
      readonly kind: 'record';
      readonly type: string;
      readonly id: string;
      /** True if visitors could read it; they are notified when they no longer can. */
      readonly wasShown: boolean;
    }
  | { readonly kind: 'gone'; readonly iri: string; readonly url: string; readonly isPrivate: boolean };

interface EvaluateDeps extends TopicDeps {
  canBeHidden(type: string): boolean;
}

/**
 * Returns the rows that are about to be removed, and those that they make visible: a page is hidden when its route is
 * removed.
 */
export function statesOfRemoved(
  rows: readonly StoredRecord[],
  { registry, canBeHidden }: Pick<EvaluateDeps, 'registry' | 'canBeHidden'>,
): readonly PreviousState[] {
  const isNotified = ({ type }: PreviousState): boolean => isBroadcast(type, registry);
  const removed = rows.map((row) => ({ type: row.type, id: row.id, before: row })).filter(isNotified);
  const named = rows.flatMap((row) =>
    registry
      .require(row.type)
      .fields.filter(({ kind }) => RELATIONS.has(kind))
      .flatMap(({ name }) => referencesIn(row, name))
      .filter((reference) => isNotified(reference) && hidesByItself(reference, { registry, canBeHidden })),
  );
  return [...named, ...removed];
}

const RELATIONS: ReadonlySet<string> = new Set(['to-one', 'inverse-one', 'to-many']);

/** Returns whether a record's own row can hide it. A component can also be hidden by its place. */
const hidesByItself = (
  { type }: PreviousState,
  { registry, canBeHidden }: Pick<EvaluateDeps, 'registry' | 'canBeHidden'>,
): boolean => canBeHidden(type) && registry.require(type).kind !== 'component';

/** Returns the changed records whose previous visibility is always needed, before any other query. */
export function statesOfUpdated(
  changes: ChangeSet['changes'],
  deps: Pick<EvaluateDeps, 'registry' | 'canBeHidden'>,
): readonly PreviousState[] {
  return changes.flatMap((change): readonly PreviousState[] => {
    if (change.kind !== 'updated' || !isBroadcast(change.before.type, deps.registry)) return [];
    const { type, id } = change.before;
    return hidesByItself({ type, id }, deps) ? [{ type, id, before: change.before }] : [];
  });
}

/** Returns the records whose previous visibility decides who is notified. Removed records were checked before. */
export function statesToEvaluate(
  { changes }: Pick<ChangeSet, 'changes'>,
  { records }: FanOut,
  deps: EvaluateDeps,
): readonly PreviousState[] {
  const left = new Set(departuresOf(records, deps).map(({ iri }) => iri));
  const before = new Map(
    changes.flatMap((change) =>
      change.kind === 'updated' ? [[change.before.id, change.before] as const] : [],
    ),
  );
  return records.flatMap((record): readonly PreviousState[] => {
    if (record.kind === 'created' || record.kind === 'deleted') return [];
    const { type, id } = record.kind === 'related' ? record.reference : record.before.reference;
    const departs = record.kind === 'updated' && left.has(record.before.iri);
    if (!isBroadcast(type, deps.registry) || !(departs || hidesByItself({ type, id }, deps))) return [];
    const state = before.get(id);
    return [{ type, id, ...(state === undefined ? {} : { before: state }) }];
  });
}

/**
 * Removes published records that count as updated only because their draft changed. Visitors see no difference, and
 * readers of drafts are notified about the draft.
 */
export function withoutDraftEchoes(
  { changes }: Pick<ChangeSet, 'changes'>,
  fanOut: FanOut,
  registry: ResourceRegistry,
): FanOut {
  const named = new Set(
    changes.flatMap((change) => {
      const record = change.kind === 'deleted' ? change.before : change.after;
      const association = registry.require(record.type).publishable?.publishedAssociation;
      return association === undefined ? [] : referencesIn(record, association).map(({ id }) => id);
    }),
  );
  const isEcho = (record: TouchedRecord): boolean => {
    if (record.kind !== 'related' || !named.has(record.reference.id)) return false;
    const draft = registry.require(record.reference.type).publishable?.draftAssociation;
    return record.members.every((member) => member === draft);
  };
  return { ...fanOut, records: fanOut.records.filter((record) => !isEcho(record)) };
}

/**
 * Plans the messages of a unit of work: released IRIs first, which records never have, then one message for each
 * record (realtime.md section 2.2).
 */
export function planMessages(
  { records }: FanOut,
  { isShown, ...deps }: TopicDeps & { isShown(id: string): boolean },
): readonly OutboxMessage[] {
  const { registry } = deps;
  return [
    ...departuresOf(records, deps).map(({ reference: { id }, iri, topic }) =>
      message(id, gone(iri, isShown(id) ? topic : hiddenFrom(topic, { kind: 'core' }))),
    ),
    ...records.flatMap((record): readonly OutboxMessage[] => {
      const { type, id } = referenceOf(record);
      if (record.kind === 'deleted') {
        const open = topicOf(record.before, deps);
        if (open === null) return [];
        const topic = isShown(id) ? open : hiddenFrom(open, registry.require(type));
        return [message(id, gone(record.before.iri, topic))];
      }
      if (!isBroadcast(type, registry)) return [];
      const wasShown = record.kind !== 'created' && isShown(id);
      return [message(id, { kind: 'record', type, id, wasShown })];
    }),
  ];
}

const isBroadcast = (type: string, registry: ResourceRegistry): boolean =>
  broadcastOf(registry.require(type)) !== undefined;

function referenceOf(record: TouchedRecord): Reference {
  if (record.kind === 'related') return record.reference;
  return record.kind === 'deleted' ? record.before.reference : record.after.reference;
}

/**
 * Creates the deletion of a topic. Visitors receive it for content they could read; otherwise it goes to readers of
 * hidden topics.
 */
function gone(iri: string, { url, isPrivate }: Topic): WaitingUpdate {
  return { kind: 'gone', iri, url, isPrivate };
}

const hiddenFrom = (topic: Topic, resource: Pick<ResourceDescriptor, 'kind'>): Topic =>
  topic.isPrivate ? topic : draftTopic(topic.url, resource);

/** Creates a message. A newer message may replace it unless it depends on the previous state. */
function message(key: string, body: WaitingUpdate): OutboxMessage {
  return { channel: CHANNEL, key, body, collapses: body.kind === 'record' && !body.wasShown };
}
