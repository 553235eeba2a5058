import type { RecordState, Topic, TopicPair } from '../contract/fan-out.js';
import type { Reference, StoredRecord } from '../contract/record.js';
import type { BroadcastDescriptor, PublishableDescriptor, ResourceDescriptor } from '../contract/resource.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { referencesIn } from './related-records.js';

export interface StateDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  /** Scheme and host of the public API; it comes from the configuration, never from a request. */
  readonly origin: string;
  /** The moment by which publication is judged. */
  readonly now: Date;
}

/** Under what names and for whom a stored state is known. */
export function stateOf(record: StoredRecord, deps: StateDeps): RecordState {
  const resource = deps.registry.require(record.type);
  const reference = { type: record.type, id: record.id, key: keyOf(record, resource) };
  const version = versionOf(record, deps);
  const topics = topicsOf(reference, deps);
  return { reference, iri: deps.iris.of(reference), version, topic: topics?.[version] ?? null };
}

/** The topics of a type that is broadcast, whatever the state of the record. */
export function topicsOf(
  reference: Reference,
  { registry, iris, origin }: Omit<StateDeps, 'now'>,
): TopicPair | null {
  const resource = registry.require(reference.type);
  const { broadcast } = resource;
  if (broadcast === undefined) return null;
  const url = origin + iris.of(reference);
  const draft = hiddenTopic(url, resource);
  return { published: isForFew(broadcast) ? draft : { url, isPrivate: false }, draft };
}

/**
 * Where those are told of a record who may read what visitors may not: of what has the topic `url` when everybody may read it.
 * Anonymous visitors are granted every plain topic but those of records, so it is the topic of drafts, or the record's own
 * (realtime.md section 2.5, contract decision 104).
 */
export function hiddenTopic(url: string, { kind }: Pick<ResourceDescriptor, 'kind'>): Topic {
  return { url: kind === 'record' ? url : `${url}?draft=1`, isPrivate: true };
}

/** True for types whose changes are published only where visitors are granted nothing. */
function isForFew(broadcast: BroadcastDescriptor): boolean {
  return broadcast.private === true;
}

/** Visitors are shown what is published. */
export function versionOf(
  record: StoredRecord,
  { registry, now }: Pick<StateDeps, 'registry' | 'now'>,
): RecordState['version'] {
  return isDraft(record, registry.require(record.type), now) ? 'draft' : 'published';
}

function isDraft(record: StoredRecord, { publishable }: ResourceDescriptor, now: Date): boolean {
  if (publishable === undefined) return false;
  const date = record.values[publishable.field] as Date | null | undefined; // a nullable date-time member
  if (date === null || date === undefined || date > now) return true;
  return isOfPair(record, publishable);
}

/** True when a record is the draft of a published one. */
export function isDraftOfAnother(record: StoredRecord, { registry }: Pick<StateDeps, 'registry'>): boolean {
  const { publishable } = registry.require(record.type);
  return publishable !== undefined && isOfPair(record, publishable);
}

const isOfPair = (record: StoredRecord, { publishedAssociation }: PublishableDescriptor): boolean =>
  referencesIn(record, publishedAssociation).length > 0;

function keyOf({ id, values }: StoredRecord, { identifier }: RegisteredResource): string {
  return identifier === undefined ? id : String(values[identifier]);
}
