import type { ChangedRecord, RecordState, TouchedRecord } from '../../../kernel/contract/records/fan-out.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { broadcastOf } from '../broadcast.js';

/** A topic of the hub. A private one reaches only subscribers with a grant (realtime.md 2.3). */
export interface Topic {
  readonly url: string;
  readonly isPrivate: boolean;
}

/** Topics of a record as published and as a draft, for cases in which only a read decides between them. */
export interface TopicPair {
  readonly published: Topic;
  readonly draft: Topic;
}

export interface TopicDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  /** Origin of the public API. It comes from the configuration, never from a request. */
  readonly origin: string;
}

/**
 * Returns the topics of a record, published and draft (realtime.md section 2.3). Null for types that are not
 * broadcast.
 */
export function topicsOf(reference: Reference, { registry, iris, origin }: TopicDeps): TopicPair | null {
  const resource = registry.require(reference.type);
  const broadcast = broadcastOf(resource);
  if (broadcast === undefined) return null;
  const url = origin + iris.of(reference);
  const draft = draftTopic(url, resource);
  return { published: broadcast.private === true ? draft : { url, isPrivate: false }, draft };
}

/** Returns the topic of a record in a given state. */
export function topicOf({ reference, version }: RecordState, deps: TopicDeps): Topic | null {
  return topicsOf(reference, deps)?.[version] ?? null;
}

/**
 * Returns the private topic of drafts and other hidden content: the published topic `url` with `?draft=1`. Anonymous
 * visitors are granted every plain topic except those of records, so the topic of a record is already private
 * (realtime.md section 2.5, contract decision 104).
 */
export function draftTopic(url: string, { kind }: Pick<ResourceDescriptor, 'kind'>): Topic {
  return { url: kind === 'record' ? url : `${url}?draft=1`, isPrivate: true };
}

/** An IRI that a record no longer has. Its subscribers receive a deletion. */
export interface Departure {
  readonly reference: Reference;
  readonly iri: string;
  readonly topic: Topic;
}

/**
 * Finds the IRIs that visitors must see as deleted. These are the IRIs of published records that become hidden
 * (realtime.md 2.4), and released IRIs that no other record has taken. Readers of drafts also have the plain topic,
 * so a draft releases nothing.
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
