import type { ChangeSet } from '../../../kernel/contract/records/change-set.js';
import type { FanOut, TouchedRecord } from '../../../kernel/contract/records/fan-out.js';
import type { OutboxMessage } from '../../../kernel/contract/features/outbox.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { FormerState } from '../../../kernel/reads/former-visibility.js';
import { referencesIn } from '../../../kernel/unit-of-work/related-records.js';
import { broadcastOf } from '../broadcast.js';
import { departuresOf, draftTopic, type Topic, type TopicDeps, topicOf } from './topics.js';

/** Name of the channel; messages of one record keep their order. */
export const CHANNEL = 'realtime';

/** A message that waits to be published. */
export type WaitingUpdate =
  /** Rendered when it is sent, so that a burst of changes is sent once, as it ended. */
  | {
      readonly kind: 'record';
      readonly type: string;
      readonly id: string;
      /** Visitors could read it, and are told when they no longer can. */
      readonly wasShown: boolean;
    }
  | { readonly kind: 'gone'; readonly iri: string; readonly url: string; readonly isPrivate: boolean };

interface JudgeDeps extends TopicDeps {
  canBeHidden(type: string): boolean;
}

/** Rows that are about to be removed, and what they open: a page is hidden when its route goes. */
export function statesOfRemoved(
  rows: readonly StoredRecord[],
  { registry, canBeHidden }: Pick<JudgeDeps, 'registry' | 'canBeHidden'>,
): readonly FormerState[] {
  const isTold = ({ type }: FormerState): boolean => isBroadcast(type, registry);
  const removed = rows.map((row) => ({ type: row.type, id: row.id, before: row })).filter(isTold);
  const named = rows.flatMap((row) =>
    registry
      .require(row.type)
      .fields.filter(({ kind }) => RELATIONS.has(kind))
      .flatMap(({ name }) => referencesIn(row, name))
      .filter((reference) => isTold(reference) && hidesByItself(reference, { registry, canBeHidden })),
  );
  return [...named, ...removed];
}

const RELATIONS: ReadonlySet<string> = new Set(['to-one', 'inverse-one', 'to-many']);

/** A component is hidden by what it stands in, which its own row does not say. */
const hidesByItself = (
  { type }: FormerState,
  { registry, canBeHidden }: Pick<JudgeDeps, 'registry' | 'canBeHidden'>,
): boolean => canBeHidden(type) && registry.require(type).kind !== 'component';

/** The changed records whose former state decides that in any case, known before anything else is asked. */
export function statesOfUpdated(
  changes: ChangeSet['changes'],
  deps: Pick<JudgeDeps, 'registry' | 'canBeHidden'>,
): readonly FormerState[] {
  return changes.flatMap((change): readonly FormerState[] => {
    if (change.kind !== 'updated' || !isBroadcast(change.before.type, deps.registry)) return [];
    const { type, id } = change.before;
    return hidesByItself({ type, id }, deps) ? [{ type, id, before: change.before }] : [];
  });
}

/** Records whose former state decides who learns what became of them; those that are removed have been judged before. */
export function statesToJudge(
  { changes }: Pick<ChangeSet, 'changes'>,
  { records }: FanOut,
  deps: JudgeDeps,
): readonly FormerState[] {
  const left = new Set(departuresOf(records, deps).map(({ iri }) => iri));
  const before = new Map(
    changes.flatMap((change) =>
      change.kind === 'updated' ? [[change.before.id, change.before] as const] : [],
    ),
  );
  return records.flatMap((record): readonly FormerState[] => {
    if (record.kind === 'created' || record.kind === 'deleted') return [];
    const { type, id } = record.kind === 'related' ? record.reference : record.before.reference;
    const departs = record.kind === 'updated' && left.has(record.before.iri);
    if (!isBroadcast(type, deps.registry) || !(departs || hidesByItself({ type, id }, deps))) return [];
    const state = before.get(id);
    return [{ type, id, ...(state === undefined ? {} : { before: state }) }];
  });
}

/**
 * Published records that count as updated for a change of their draft alone: visitors see nothing of it, nor should they hear
 * of it, and readers of drafts are told of the draft.
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

/** The messages of a unit of work: names that are given up first, which records never do, then one for each record (realtime.md section 2.2). */
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

/** Visitors learn of the end of what they could read; of the rest those who are granted the topics of what is hidden. */
function gone(iri: string, { url, isPrivate }: Topic): WaitingUpdate {
  return { kind: 'gone', iri, url, isPrivate };
}

const hiddenFrom = (topic: Topic, resource: Pick<ResourceDescriptor, 'kind'>): Topic =>
  topic.isPrivate ? topic : draftTopic(topic.url, resource);

/** A message may be replaced by a newer one only when it says nothing about the former state. */
function message(key: string, body: WaitingUpdate): OutboxMessage {
  return { channel: CHANNEL, key, body, collapses: body.kind === 'record' && !body.wasShown };
}
