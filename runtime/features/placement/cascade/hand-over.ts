import type { WriteScope } from '../../../kernel/contract/writes.js';
import type { StoredRecord } from '../../../kernel/contract/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { referenceOf } from '../../../kernel/records/references.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import type { RowWriter } from '../../../kernel/records/row-writer.js';
import { createMergePlaces } from '../merge-places.js';
import type { RepointRelations } from '../../../kernel/records/repoint-relations.js';

interface HandOverDeps {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly writer: RowWriter;
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
  const mergePlaces = createMergePlaces(deps);
  return async (published, draft, scope) => {
    const resource = deps.registry.require(published.type);
    if (resource.publishable === undefined) return;
    const { publishedAssociation } = resource.publishable;
    if (resource.kind === 'component') await mergePlaces({ draft, published }, scope);
    await deps.repoint({ from: published, to: draft, except: [publishedAssociation], draft: 'to' }, scope);
    const { session } = scope;
    // Groups of the published row are the draft's by now.
    const current = (await deps.reader.find(session, draft)) ?? draft;
    const values = { ...current.values, [publishedAssociation]: null };
    const route = resource.kind === 'page_data' ? referenceOf(published.values.route) : null;
    if (route !== null) {
      // A route leads to one record at a time.
      const released = { ...published, values: { ...published.values, route: null } };
      await deps.writer.updateAll(scope, [{ before: published, after: released }]);
      values.route = route;
    }
    await deps.writer.updateAll(scope, [{ before: current, after: { ...current, values } }]);
  };
}
