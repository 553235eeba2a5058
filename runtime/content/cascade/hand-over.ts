import { isPublishable } from '../../behaviours/index.js';
import type { WriteScope } from '../../contract/operations.js';
import type { Reference, StoredRecord } from '../../contract/record.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
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
    const { publishable } = deps.registry.require(published.type);
    if (!isPublishable(deps.registry.require(published.type)) || publishable === undefined) return;
    const { publishedAssociation } = publishable;
    await deps.repoint({ from: published, to: draft, except: [publishedAssociation] }, scope);
    const values = {
      ...draft.values,
      [publishedAssociation]: null,
      ...('componentGroups' in draft.values ? { componentGroups: allGroups(published, draft) } : {}),
    };
    const { session, context } = scope;
    const fields = await deps.writer.update(session, draft, { ...draft, values }, context.now);
    const after = (await deps.reader.find(session, draft.type, draft.id)) ?? draft;
    scope.changes.record({ kind: 'updated', before: draft, after, fields });
  };
}

function allGroups(published: StoredRecord, draft: StoredRecord): readonly Reference[] {
  const groups = [draft, published].flatMap(
    ({ values }) => (values.componentGroups ?? []) as readonly Reference[], // to-many members are lists
  );
  return [...new Map(groups.map((group) => [group.id, group])).values()];
}
