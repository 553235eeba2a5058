import type { WriteScope } from '../../contract/operations.js';
import type { StoredRecord } from '../../contract/record.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import { changedFields } from '../../records/record-diff.js';
import { referenceOf } from '../../records/references.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { RecordWriter } from '../../records/record-writer.js';
import type { RepointRelations } from '../../records/repoint-relations.js';

interface HandOverDeps {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly repoint: RepointRelations;
}

/**
 * Before a published row is deleted its draft takes over: its positions, the page data properties and other relations
 * that hold it, its groups and its route (components.md section 2.6, contract decision 31). The draft stands alone
 * afterwards.
 */
export function createHandOver(
  deps: HandOverDeps,
): (published: StoredRecord, draft: StoredRecord, scope: WriteScope) => Promise<void> {
  return async (published, draft, scope) => {
    const resource = deps.registry.require(published.type);
    if (resource.publishable === undefined) return;
    const { publishedAssociation } = resource.publishable;
    await deps.repoint({ from: published, to: draft, except: [publishedAssociation], draft: 'to' }, scope);
    const { session, context } = scope;
    // Groups of the published row are the draft's by now.
    const current = (await deps.reader.find(session, draft.type, draft.id)) ?? draft;
    const values = { ...current.values, [publishedAssociation]: null };
    const route = resource.kind === 'page_data' ? referenceOf(published.values.route) : null;
    const leading = route && (await deps.reader.find(session, route.type, route.id));
    if (route !== null) {
      // A route leads to one record at a time.
      const released = { ...published, values: { ...published.values, route: null } };
      await deps.writer.update(session, published, released, context.now);
      values.route = route;
    }
    await deps.writer.update(session, current, { ...current, values }, context.now);
    const after = (await deps.reader.find(session, draft.type, draft.id)) ?? draft;
    const fields = changedFields(resource, draft.values, after.values);
    scope.changes.record({ kind: 'updated', before: draft, after, fields });
    if (leading != null) await recordRoute(leading, scope, deps);
  };
}

/** Where a route leads has changed, though its own row has not. */
async function recordRoute(
  before: StoredRecord,
  { session, changes }: WriteScope,
  { reader }: HandOverDeps,
): Promise<void> {
  const after = await reader.find(session, before.type, before.id);
  if (after !== undefined) changes.record({ kind: 'updated', before, after, fields: ['pageData'] });
}
