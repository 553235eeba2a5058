import { randomUUID } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../contract/json.js';
import type { DraftCopy, UpdateTarget, WriteScope } from '../../contract/operations.js';
import type { StoredRecord } from '../../contract/record.js';
import { unprocessable } from '../../errors/catalog.js';
import { InternalError } from '../../errors/internal-error.js';
import type { RegisteredResource, ResourceRegistry } from '../../metadata/resource-registry.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { RecordWriter } from '../../records/record-writer.js';
import { parseDateTime } from '../../serializer/date-time.js';
import type { Publication, PublishableResource } from './publication.js';
import { dateOf, isActive, publishedOf, requirePublishable, wantsPublished } from './publication.js';

interface DraftTargetDeps {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly copies: readonly DraftCopy[];
}

const DATE_FIXED = 'You cannot change the publication date of a published resource.';

/** Edits of a published row by callers who may see drafts go to its draft, made when there is none (components.md 2.5). */
export function createDraftTarget(deps: DraftTargetDeps): UpdateTarget {
  const { registry, publication, reader } = deps;
  return {
    name: 'draft',
    appliesTo: ({ publishable }) => publishable !== undefined,
    async redirect(record, body, scope) {
      const registered = registry.require(record.type);
      const resource = requirePublishable(registered);
      const { actor, now } = scope.context;
      if (!publication.maySeeDrafts(resource, actor)) return { record, body };
      if (publishedOf(resource, record) !== null || !isActive(resource, record, now)) return { record, body };
      if (wantsPublished(scope.context)) {
        assertDateKept(resource, record, body, now);
        return { record, body: without(body, resource.publishable.field) };
      }
      // An active row cannot be dated anew: its draft can.
      const edit = datesActive(resource, body, now) ? without(body, resource.publishable.field) : body;
      if (!asksForChange(registered, edit)) return { record, body: {} };
      const existing = await findDraft(record, reader, scope);
      if (existing !== undefined) return { record: existing, body };
      return { record: await createDraft(record.id, registered, scope, deps), body: edit };
    },
  };
}

function datesActive({ publishable }: PublishableResource, body: JsonObject, now: Date): boolean {
  const date = bodyDate(body[publishable.field], now);
  return date !== undefined && date <= now;
}

function bodyDate(value: JsonValue | undefined, now: Date): Date | undefined {
  return typeof value === 'string' ? parseDateTime(value, now) : undefined;
}

/** @throws AppError 422; the date as it is printed (to the second) counts as the same. */
function assertDateKept(
  resource: PublishableResource,
  record: StoredRecord,
  body: JsonObject,
  now: Date,
): void {
  const { field } = resource.publishable;
  if (!Object.hasOwn(body, field)) return;
  const sent = bodyDate(body[field], now);
  const stored = dateOf(resource, record);
  if (sent === undefined || stored === null || toSecond(sent) !== toSecond(stored)) {
    throw unprocessable(DATE_FIXED, 'PUBLISHABLE.DATE_FIXED');
  }
}

const toSecond = (date: Date): number => Math.floor(date.getTime() / 1000);

function without(body: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));
}

/** Read-only and unknown members are no change. */
function asksForChange(resource: RegisteredResource, body: JsonObject): boolean {
  return resource.fields.some(({ name, writable }) => writable && Object.hasOwn(body, name));
}

/** Read after the published row is locked, so that a draft made meanwhile is found. */
async function findDraft(
  published: StoredRecord,
  reader: RecordReader,
  { session }: WriteScope,
): Promise<StoredRecord | undefined> {
  const where = 'b.published_resource_id = :id';
  const [draft] = await reader.findWhere(session, published.type, where, { id: published.id }, 'lock');
  return draft;
}

/** A copy of everything but identity, date, places and route; owned groups are shared with the published row. */
async function createDraft(
  publishedId: string,
  resource: RegisteredResource,
  scope: WriteScope,
  { reader, writer, copies }: DraftTargetDeps,
): Promise<StoredRecord> {
  const { session, context, changes } = scope;
  // The row that the lock waited for may be newer than the one that was selected.
  const published = await reader.find(session, resource.name, publishedId);
  if (published === undefined)
    throw new InternalError(`${resource.name} ${publishedId} vanished while locked`);
  const values = draftValues(resource, published, context.now);
  for (const feature of copies) {
    if (feature.appliesTo(resource)) await feature.copy(values, published, scope);
  }
  const id = randomUUID();
  await writer.insert(session, { type: resource.name, id, values }, context.now);
  const draft = await reader.find(session, resource.name, id);
  if (draft === undefined) throw new InternalError(`The draft of ${publishedId} was not stored`);
  const { draftAssociation } = requirePublishable(resource).publishable;
  const after = {
    ...published,
    values: { ...published.values, [draftAssociation]: { ...reference(draft) } },
  };
  changes.record({ kind: 'created', after: draft });
  changes.record({ kind: 'updated', before: published, after, fields: [draftAssociation] });
  return draft;
}

function draftValues(
  resource: RegisteredResource,
  published: StoredRecord,
  now: Date,
): Record<string, unknown> {
  const { publishable } = requirePublishable(resource);
  const lists = resource.fields.filter(
    (field) => field.kind === 'to-many' && !(field.through.kind === 'link' && field.through.owner),
  );
  return {
    ...published.values,
    ...Object.fromEntries(lists.map(({ name }) => [name, []])),
    ...(resource.kind === 'page_data' ? { route: null } : {}),
    ...(resource.timestamped === undefined ? {} : { [resource.timestamped.modifiedAtField]: now }),
    [publishable.field]: null,
    [publishable.draftAssociation]: null,
    [publishable.publishedAssociation]: reference(published),
  };
}

const reference = ({ type, id }: StoredRecord): { type: string; id: string; key: string } => ({
  type,
  id,
  key: id,
});
