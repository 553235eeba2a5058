import type { WriteScope } from '../../contract/operations.js';
import type { StoredRecord } from '../../contract/record.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import { changedFields } from '../../records/record-diff.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { RecordWriter } from '../../records/record-writer.js';
import type { RepointRelations } from '../../records/repoint-relations.js';

/**
 * Before a published row is deleted its draft takes over: its positions, the page data properties and other relations
 * that hold it, and its groups (components.md section 2.6, contract decision 31). The draft stands alone afterwards.
 */
export function createHandOver(deps: {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly repoint: RepointRelations;
}): (published: StoredRecord, draft: StoredRecord, scope: WriteScope) => Promise<void> {
  return async (published, draft, scope) => {
    const resource = deps.registry.require(published.type);
    if (resource.publishable === undefined) return;
    const { publishedAssociation } = resource.publishable;
    await deps.repoint({ from: published, to: draft, except: [publishedAssociation] }, scope);
    const { session, context } = scope;
    // Groups of the published row are the draft's by now.
    const current = (await deps.reader.find(session, draft.type, draft.id)) ?? draft;
    const values = { ...current.values, [publishedAssociation]: null };
    await deps.writer.update(session, current, { ...current, values }, context.now);
    const after = (await deps.reader.find(session, draft.type, draft.id)) ?? draft;
    const fields = changedFields(resource, draft.values, after.values);
    scope.changes.record({ kind: 'updated', before: draft, after, fields });
  };
}
