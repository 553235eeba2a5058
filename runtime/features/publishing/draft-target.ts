import { randomUUID } from 'node:crypto';
import type { DraftCopy, UpdateTarget, WriteScope } from '../../kernel/contract/operations.js';
import type { StoredRecord } from '../../kernel/contract/record.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import type { RowWriter } from '../../kernel/records/row-writer.js';
import type { PartsOf } from '../../kernel/prepared-resource.js';
import { partsByType } from '../../kernel/prepared-resource.js';
import { referenceTo } from '../../kernel/records/references.js';
import type { PlanEdit } from './edit-plan.js';
import { requirePublishable } from '../../kernel/metadata/publication-state.js';

interface DraftTargetDeps {
  readonly registry: ResourceRegistry;
  readonly planEdit: PlanEdit;
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly copies: readonly DraftCopy[];
}

/** Edits of a published row by callers who may see drafts go to its draft, made when there is none (components.md 2.5). */
export function createDraftTarget(deps: DraftTargetDeps): UpdateTarget {
  const { registry, planEdit, reader } = deps;
  const copiesOf = partsByType(registry, deps.copies);
  return {
    name: 'draft',
    appliesTo: ({ publishable }) => publishable !== undefined,
    async redirect(record, body, scope) {
      const plan = planEdit(record, body, scope.context);
      if (plan.goesTo === 'row') return { record, body: plan.body };
      const existing = await findDraft(record, reader, scope);
      if (existing !== undefined) return { record: existing, body };
      const resource = registry.require(record.type);
      return {
        record: await createDraft({ publishedId: record.id, resource }, scope, { ...deps, copiesOf }),
        body: plan.body,
      };
    },
  };
}

/** Read after the published row is locked, so that a draft made meanwhile is found. */
async function findDraft(
  published: StoredRecord,
  reader: RecordReader,
  { session }: WriteScope,
): Promise<StoredRecord | undefined> {
  const draftOf = reader.statements(published.type).where('b.published_resource_id = :id');
  const [draft] = await draftOf.allLocked(session, { id: published.id });
  return draft;
}

/** A copy of everything but identity, date, places and route; owned groups are shared with the published row. */
async function createDraft(
  { publishedId, resource }: { readonly publishedId: string; readonly resource: RegisteredResource },
  scope: WriteScope,
  { reader, writer, copiesOf }: DraftTargetDeps & { readonly copiesOf: PartsOf<DraftCopy> },
): Promise<StoredRecord> {
  const { session, context } = scope;
  // The row that the lock waited for may be newer than the one that was selected.
  const published = await reader.find(session, { type: resource.name, id: publishedId });
  if (published === undefined)
    throw new InternalError(`${resource.name} ${publishedId} vanished while locked`);
  const values = draftValues(resource, published, context.now);
  for (const feature of copiesOf(resource)) await feature.copy(values, published, scope);
  return writer.insert(scope, { type: resource.name, id: randomUUID(), values });
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
    [publishable.publishedAssociation]: referenceTo(published),
  };
}
