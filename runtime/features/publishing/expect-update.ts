import { partsByType } from '../../kernel/prepared-resource.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { ItemSelector } from '../../kernel/contract/records/operations.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import { isUuid } from '../../kernel/util/is-uuid.js';
import type { PlanEdit } from './edit-plan.js';
import { wantsPublished } from './publication.js';

/** The row that an update will probably read, and whether it will create a draft. */
export interface ExpectedUpdate {
  readonly record: StoredRecord;
  readonly makesDraft: boolean;
}

/**
 * Predicts, without a lock, which rows an update will use; the transaction may find others. Never refuses anything.
 * Undefined for types without drafts and for missing rows.
 */
export type ExpectUpdate = (
  update: { readonly resource: RegisteredResource; readonly key: string; readonly body: JsonObject },
  context: RequestContext,
) => Promise<ExpectedUpdate | undefined>;

export function createExpectUpdate(deps: {
  readonly reader: RecordReader;
  readonly session: SqlSession;
  readonly registry: ResourceRegistry;
  readonly selectors: readonly ItemSelector[];
  readonly planEdit: PlanEdit;
}): ExpectUpdate {
  const { reader, session, planEdit } = deps;
  const selectorsOf = partsByType(deps.registry, deps.selectors);
  return async ({ resource, key, body }, context) => {
    const [selector] = selectorsOf(resource);
    if (selector === undefined || !isUuid(key)) return undefined;
    const id = key.toLowerCase();
    const candidates = await reader.statements(resource.name).where(selector.condition).all(session, { id });
    const record = selector.choose(candidates, { id, operation: 'update' }, context);
    if (record === undefined) return undefined;
    const makesDraft = !wantsPublished(context) && planEdit(record, body, context).goesTo === 'draft';
    return { record, makesDraft };
  };
}
