import type { Topic, TopicPair } from '../contract/fan-out.js';
import type { Reference } from '../contract/record.js';
import type { ResourceDescriptor } from '../contract/resource.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';

export interface TopicDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  /** Scheme and host of the public API; it comes from the configuration, never from a request. */
  readonly origin: string;
}

/** The topics of a record's updates, as published and as a draft (realtime.md section 2.3); null for types that are not broadcast. */
export function topicsOf(reference: Reference, { registry, iris, origin }: TopicDeps): TopicPair | null {
  const resource = registry.require(reference.type);
  const { broadcast } = resource;
  if (broadcast === undefined) return null;
  const url = origin + iris.of(reference);
  const draft = draftTopic(url, resource);
  return { published: broadcast.private === true ? draft : { url, isPrivate: false }, draft };
}

/**
 * The private topic of a draft's updates, and of everything else that visitors may not read: `?draft=1` behind the published
 * topic `url`. Anonymous visitors are granted every plain topic but those of records, whose own topic is therefore private
 * already (realtime.md section 2.5, contract decision 104).
 */
export function draftTopic(url: string, { kind }: Pick<ResourceDescriptor, 'kind'>): Topic {
  return { url: kind === 'record' ? url : `${url}?draft=1`, isPrivate: true };
}
