import { manifest } from '../../../../../generated/manifest.js';
import { broadcastBuiltIn } from '../../../../../runtime/features/realtime/broadcast.js';
import type { Change } from '../../../../../runtime/kernel/contract/records/change-set.js';
import type { Reference, StoredRecord } from '../../../../../runtime/kernel/contract/records/record.js';
import type { ResourceDescriptor } from '../../../../../runtime/kernel/contract/schema/resource.js';
import type { FanOut } from '../../../../../runtime/kernel/contract/records/fan-out.js';
import { type FanOutDeps, fanOut } from '../../../../../runtime/kernel/unit-of-work/fan-out.js';
import { type Lookups, lookupsOf } from '../../../../../runtime/kernel/unit-of-work/lookups.js';
import { BASE_TYPES } from '../../../../../runtime/model/base-tables.js';
import { projectResources } from '../../../../../runtime/project/project-types.js';
import { createIriConverter } from '../../../../../runtime/kernel/metadata/iri-converter.js';
import { createResourceRegistry } from '../../../../../runtime/kernel/metadata/resource-registry.js';
import { changedFields } from '../../../../../runtime/kernel/records/record-diff.js';

const title = manifest.resources.find(({ name }) => name === 'Title');
if (title === undefined) throw new Error('The sample site has titles.');

/** A type whose changes only some callers receive. */
const privateTitle: ResourceDescriptor = {
  ...title,
  name: 'PrivateTitle',
  classIdentifier: 'PrivateTitle',
  path: '/component/private_titles',
  extensions: { realtime: { private: true } },
};

export const registry = createResourceRegistry(
  projectResources([...manifest.resources, privateTitle], manifest.user).map(broadcastBuiltIn),
  BASE_TYPES,
);
export const ORIGIN = 'https://cms.example';
export const iris = createIriConverter(registry, '/_api', ORIGIN);
export const NOW = new Date('2030-01-01T12:00:00Z');
export const PAST = new Date('2029-01-01T12:00:00Z');
export const FUTURE = new Date('2031-01-01T12:00:00Z');

type Values = Readonly<Record<string, unknown>>;

/** Creates a stored row. Members that are not given are null or empty. */
export function row(type: string, id: string, values: Values = {}): StoredRecord {
  const resource = registry.require(type);
  const empty = resource.fields.flatMap((field): [string, unknown][] => {
    if (field.kind === 'to-many')
      return field.through.kind === 'link' && field.through.owner ? [[field.name, []]] : [];
    return field.kind === 'inverse-one' || field.kind === 'computed' ? [] : [[field.name, null]];
  });
  const { identifier } = resource;
  const key = identifier === undefined ? {} : { [identifier]: type === 'Route' ? `/${id}` : id };
  const date = resource.publishable === undefined ? {} : { [resource.publishable.field]: PAST };
  return { type, id, values: { ...Object.fromEntries(empty), ...key, ...date, ...values } };
}

export function to({ type, id, values }: StoredRecord): Reference {
  const { identifier } = registry.require(type);
  return { type, id, key: identifier === undefined ? id : String(values[identifier]) };
}

export const created = (after: StoredRecord): Change => ({ kind: 'created', after });
export const deleted = (before: StoredRecord): Change => ({ kind: 'deleted', before });
export function updated(before: StoredRecord, values: Values): Change {
  const after = { ...before, values: { ...before.values, ...values } };
  const fields = changedFields(registry.require(before.type), before.values, after.values);
  return { kind: 'updated', before, after, fields };
}

export function fan(changes: readonly Change[], rest: Partial<FanOutDeps> = {}): FanOut {
  return fanOut(changes, {
    registry,
    iris,
    now: NOW,
    found: [],
    moved: [],
    tags: [],
    ...rest,
  });
}

/** Tags of manifests, and tags of documents and lists. */
export const structureTags = ({ tags }: FanOut): string[] =>
  finest(tags)
    .filter(isOfStructure)
    .map((tag) => tag.slice('structure:'.length));
export const contentTags = ({ tags }: FanOut): string[] => finest(tags).filter((tag) => !isOfStructure(tag));
const finest = (tags: readonly string[]): string[] => tags.filter((tag) => !tag.includes('all:'));
const isOfStructure = (tag: string): boolean => tag.startsWith('structure:');

export function lookups(...changes: readonly Change[]): Lookups {
  return lookupsOf(changes, { registry, iris, now: NOW, chains: [{ type: 'Route', member: 'redirect' }] });
}

/** Kind and IRI of every update, in order and without the prefix. */
export function notified({ records }: FanOut): string[] {
  return records.map((record) => {
    const iri =
      record.kind === 'related' ? record.iri : 'after' in record ? record.after.iri : record.before.iri;
    return `${record.kind} ${iri.slice('/_api'.length)}`;
  });
}
