import { randomUUID } from 'node:crypto';
import type { DraftCopy, UpdateTarget } from '../../kernel/contract/records/writes.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import { partsByType } from '../../kernel/prepared-resource.js';
import { isStored } from '../../kernel/records/stored-members.js';
import { referenceTo } from '../../kernel/records/references.js';
import type { PlanEdit } from './edit-plan.js';
import { draftOf, requirePublishable } from '../../kernel/metadata/publication-state.js';

interface DraftTargetDeps {
  readonly registry: ResourceRegistry;
  readonly planEdit: PlanEdit;
  readonly reader: Pick<RecordReader, 'findLocked'>;
  readonly copies: readonly DraftCopy[];
}

/**
 * Redirects edits of a published row by callers who may see drafts to its draft, which is created if necessary
 * (components.md 2.5).
 */
export function createDraftTarget(deps: DraftTargetDeps): UpdateTarget {
  const { registry, planEdit, reader } = deps;
  const copiesOf = partsByType(registry, deps.copies);
  return {
    appliesTo: ({ publishable }) => publishable !== undefined,
    async redirect(record, body, scope) {
      const plan = planEdit(record, body, scope.context);
      if (plan.goesTo === 'row') return { record, body: plan.body };
      const resource = registry.require(record.type);
      // The record was read after it was locked, and creating a draft requires that lock.
      const draft = draftOf(requirePublishable(resource), record);
      const existing = draft && (await reader.findLocked(scope.session, draft));
      if (existing) return { record: existing, body };
      const values = draftValues(resource, record, scope.context.now);
      for (const feature of copiesOf(resource)) await feature.copy(values, record, scope);
      const copy = { type: record.type, id: randomUUID(), values };
      return { record: copy, isCopy: true, body: plan.body };
    },
  };
}

/** Copies everything except identity, date, places and route. Owned groups are shared with the published row. */
function draftValues(
  resource: RegisteredResource,
  published: StoredRecord,
  now: Date,
): Record<string, unknown> {
  const { publishable } = requirePublishable(resource);
  const ofOthers = resource.fields.flatMap((field): [string, unknown][] => {
    if (field.kind === 'inverse-one') return [[field.name, null]];
    return field.kind === 'to-many' && !isStored(field) ? [[field.name, []]] : [];
  });
  return {
    ...published.values,
    ...Object.fromEntries(ofOthers),
    ...(resource.kind === 'page_data' ? { route: null } : {}),
    ...(resource.timestamped === undefined ? {} : { [resource.timestamped.modifiedAtField]: now }),
    [publishable.field]: null,
    [publishable.publishedAssociation]: referenceTo(published),
  };
}
