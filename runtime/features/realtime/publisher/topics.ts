import type { ChangedRecord, RecordState, TouchedRecord } from '../../../kernel/contract/records/fan-out.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { broadcastOf } from '../broadcast.js';

/** A topic of the hub. What is private reaches only those who were granted the topic (realtime.md 2.3). */
export interface Topic {
  readonly url: string;
  readonly isPrivate: boolean;
}

/** The topics of a record as published and as a draft, where only a read can tell which it is. */
export interface TopicPair {
  readonly published: Topic;
  readonly draft: Topic;
}

export interface TopicDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  /** Scheme and host of the public API; it comes from the configuration, never from a request. */
  readonly origin: string;
}

/** The topics of a record's updates, as published and as a draft (realtime.md section 2.3); null for types that are not broadcast. */
export function topicsOf(reference: Reference, { registry, iris, origin }: TopicDeps): TopicPair | null {
  const resource = registry.require(reference.type);
  const broadcast = broadcastOf(resource);
  if (broadcast === undefined) return null;
  const url = origin + iris.of(reference);
  const draft = draftTopic(url, resource);
  return { published: broadcast.private === true ? draft : { url, isPrivate: false }, draft };
}

/** The topic of a record while it has one state. */
export function topicOf({ reference, version }: RecordState, deps: TopicDeps): Topic | null {
  return topicsOf(reference, deps)?.[version] ?? null;
}

/**
 * The private topic of a draft's updates, and of everything else that visitors may not read: `?draft=1` behind the published
 * topic `url`. Anonymous visitors are granted every plain topic but those of records, whose own topic is therefore private
 * already (realtime.md section 2.5, contract decision 104).
 */
export function draftTopic(url: string, { kind }: Pick<ResourceDescriptor, 'kind'>): Topic {
  return { url: kind === 'record' ? url : `${url}?draft=1`, isPrivate: true };
}

/** A name under which a record that is still stored is there no more: its subscribers are sent a deletion. */
export interface Departure {
  readonly reference: Reference;
  readonly iri: string;
  readonly topic: Topic;
}

/**
 * A published record that becomes hidden is a deletion for visitors (realtime.md 2.4), and so is an IRI that is given up,
 * unless another record has it now. Who is granted drafts is granted the plain topic too, so a draft leaves nothing behind.
 */
export function departuresOf(records: readonly TouchedRecord[], deps: TopicDeps): readonly Departure[] {
  const changed = records.filter((record): record is ChangedRecord => record.kind !== 'related');
  const present = new Set(
    changed.flatMap((record) => (record.kind === 'deleted' ? [] : (topicOf(record.after, deps)?.url ?? []))),
  );
  return changed.flatMap((record) => {
    if (record.kind !== 'updated') return [];
    const { before, after } = record;
    const isHidden = before.version === 'published' && after.version === 'draft';
    if (!isHidden && before.iri === after.iri) return [];
    const topic = topicOf(before, deps);
    if (topic === null || present.has(topic.url)) return [];
    return [{ reference: before.reference, iri: before.iri, topic }];
  });
}
