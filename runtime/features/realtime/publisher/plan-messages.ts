import type { ChangeSet } from '../../../kernel/contract/change-set.js';
import type { FanOut, Topic, TouchedRecord } from '../../../kernel/contract/fan-out.js';
import type { OutboxMessage } from '../../../kernel/contract/outbox.js';
import type { StoredRecord } from '../../../kernel/contract/record.js';
import type { ResourceDescriptor } from '../../../kernel/contract/resource.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { draftTopic } from '../../../kernel/unit-of-work/record-topics.js';
import { referencesIn } from '../../../kernel/unit-of-work/related-records.js';
import type { FormerState } from './former-visibility.js';

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

interface JudgeDeps {
  readonly registry: ResourceRegistry;
  canBeHidden(type: string): boolean;
}

/** Rows that are about to be removed, and what they open: a page is hidden when its route goes. */
export function statesOfRemoved(
  rows: readonly StoredRecord[],
  { registry, canBeHidden }: JudgeDeps,
): readonly FormerState[] {
  const isBroadcast = ({ type }: FormerState): boolean => registry.require(type).broadcast !== undefined;
  const removed = rows.map((row) => ({ type: row.type, id: row.id, before: row })).filter(isBroadcast);
  const named = rows.flatMap((row) =>
    registry
      .require(row.type)
      .fields.filter(({ kind }) => RELATIONS.has(kind))
      .flatMap(({ name }) => referencesIn(row, name))
      .filter((reference) => isBroadcast(reference) && hidesByItself(reference, { registry, canBeHidden })),
  );
  return [...named, ...removed];
}

const RELATIONS: ReadonlySet<string> = new Set(['to-one', 'inverse-one', 'to-many']);

/** A component is hidden by what it stands in, which its own row does not say. */
const hidesByItself = ({ type }: FormerState, { registry, canBeHidden }: JudgeDeps): boolean =>
  canBeHidden(type) && registry.require(type).kind !== 'component';

/** Records whose former state decides who learns what became of them; those that are removed have been judged before. */
export function statesToJudge(
  { changes }: Pick<ChangeSet, 'changes'>,
  { records, departures }: FanOut,
  deps: JudgeDeps,
): readonly FormerState[] {
  const left = new Set(departures.map(({ iri }) => iri));
  const before = new Map(
    changes.flatMap((change) =>
      change.kind === 'updated' ? [[change.before.id, change.before] as const] : [],
    ),
  );
  return records.flatMap((record): readonly FormerState[] => {
    if (record.kind === 'created' || record.kind === 'deleted') return [];
    const { type, id } = record.kind === 'related' ? record.reference : record.before.reference;
    const departs = record.kind === 'updated' && left.has(record.before.iri);
    if (!isBroadcast(record) || !(departs || hidesByItself({ type, id }, deps))) return [];
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
  { records, departures }: FanOut,
  { isShown, registry }: { isShown(id: string): boolean; readonly registry: ResourceRegistry },
): readonly OutboxMessage[] {
  const ids = new Map(
    records.flatMap((record) =>
      record.kind === 'updated' ? [[record.before.iri, record.before.reference.id] as const] : [],
    ),
  );
  return [
    ...departures.map(({ iri, topic }) => {
      const id = ids.get(iri) ?? iri;
      return message(id, gone(iri, isShown(id) ? topic : hiddenFrom(topic, { kind: 'core' })));
    }),
    ...records.filter(isBroadcast).map((record) => {
      if (record.kind === 'deleted') {
        const { reference, iri, topic } = record.before;
        // `isBroadcast` has seen that there is one
        const open = topic as Topic;
        const resource = registry.require(reference.type);
        return message(reference.id, gone(iri, isShown(reference.id) ? open : hiddenFrom(open, resource)));
      }
      const { type, id } = record.kind === 'related' ? record.reference : record.after.reference;
      const wasShown = record.kind !== 'created' && isShown(id);
      return message(id, { kind: 'record', type, id, wasShown });
    }),
  ];
}

const isBroadcast = (record: TouchedRecord): boolean => {
  switch (record.kind) {
    case 'related':
      return record.topics !== null;
    case 'deleted':
      return record.before.topic !== null;
    case 'created':
    case 'updated':
      return record.after.topic !== null;
  }
};

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
