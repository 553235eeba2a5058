import type { RecordState } from '../contract/records/fan-out.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { PublishableDescriptor, ResourceDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import { referencesIn } from './related-records.js';

export interface StateDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  /** Time that determines which records are published. */
  readonly now: Date;
}

/** Returns the IRI and the version (draft or published) of a stored state. */
export function stateOf(record: StoredRecord, deps: StateDeps): RecordState {
  const resource = deps.registry.require(record.type);
  const reference = { type: record.type, id: record.id, key: keyOf(record, resource) };
  const version = versionOf(record, deps);
  return { reference, iri: deps.iris.of(reference), version };
}

/** Returns the version of a stored state; visitors see published ones. */
export function versionOf(
  record: StoredRecord,
  { registry, now }: Pick<StateDeps, 'registry' | 'now'>,
): RecordState['version'] {
  return isDraft(record, registry.require(record.type), now) ? 'draft' : 'published';
}

function isDraft(record: StoredRecord, { publishable }: ResourceDescriptor, now: Date): boolean {
  if (publishable === undefined) return false;
  const date = record.values[publishable.field] as Date | null | undefined; // A nullable date-time field.
  if (date === null || date === undefined || date > now) return true;
  return isOfPair(record, publishable);
}

/** Returns whether a record is the draft of a published one. */
export function isDraftOfAnother(record: StoredRecord, { registry }: Pick<StateDeps, 'registry'>): boolean {
  const { publishable } = registry.require(record.type);
  return publishable !== undefined && isOfPair(record, publishable);
}

const isOfPair = (record: StoredRecord, { publishedAssociation }: PublishableDescriptor): boolean =>
  referencesIn(record, publishedAssociation).length > 0;

function keyOf({ id, values }: StoredRecord, { identifier }: RegisteredResource): string {
  return identifier === undefined ? id : String(values[identifier]);
}
