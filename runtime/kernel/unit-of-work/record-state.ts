import type { Reference, StoredRecord } from '../contract/record.js';
import type { BroadcastDescriptor, ResourceDescriptor } from '../contract/resource.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { referencesIn } from './related-records.js';

/** A topic of the hub. What is private reaches only those who were granted the topic (realtime.md 2.3). */
export interface Topic {
  readonly url: string;
  readonly isPrivate: boolean;
}

/** Under what names a record is known while it has one state, and to whom that state is shown. */
export interface RecordState {
  readonly reference: Reference;
  readonly iri: string;
  /** A draft has no date of publication, one that is to come, or a published row whose next content it is. */
  readonly version: 'published' | 'draft';
  /** Null for types that are not broadcast. */
  readonly topic: Topic | null;
}

/** Both topics of a record whose state only a read can tell. */
export interface TopicPair {
  readonly published: Topic;
  readonly draft: Topic;
}

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
  const version = isDraft(record, resource, deps.now) ? 'draft' : 'published';
  const topics = topicsOf(reference, deps);
  return { reference, iri: deps.iris.of(reference), version, topic: topics?.[version] ?? null };
}

/** The topics of a type that is broadcast, whatever the state of the record. */
export function topicsOf(
  reference: Reference,
  { registry, iris, origin }: Omit<StateDeps, 'now'>,
): TopicPair | null {
  const { broadcast } = registry.require(reference.type);
  if (broadcast === undefined) return null;
  const url = origin + iris.of(reference);
  const draft = { url: `${url}?draft=1`, isPrivate: true };
  return { published: isForFew(broadcast) ? draft : { url, isPrivate: false }, draft };
}

/** Anonymous visitors are granted every plain topic, so what they may not read is announced on the other one (realtime.md 2.5). */
function isForFew(broadcast: BroadcastDescriptor): boolean {
  return broadcast.private === true;
}

function isDraft(record: StoredRecord, { publishable }: ResourceDescriptor, now: Date): boolean {
  if (publishable === undefined) return false;
  const date = record.values[publishable.field] as Date | null | undefined; // a nullable date-time member
  if (date === null || date === undefined || date > now) return true;
  return referencesIn(record, publishable.publishedAssociation).length > 0;
}

function keyOf({ id, values }: StoredRecord, { identifier }: RegisteredResource): string {
  return identifier === undefined ? id : String(values[identifier]);
}
