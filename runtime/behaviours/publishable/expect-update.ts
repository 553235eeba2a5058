import type { RequestContext } from '../../contract/context.js';
import type { SqlSession } from '../../contract/database.js';
import type { JsonObject } from '../../contract/json.js';
import type { ItemSelector } from '../../contract/operations.js';
import type { StoredRecord } from '../../contract/record.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import type { RecordReader } from '../../records/record-reader.js';
import { isUuid } from '../../util/is-uuid.js';
import type { PlanEdit } from './edit-plan.js';
import { wantsPublished } from './publication.js';
import type { DueDrafts } from './settle-due.js';

/** The row that an update will read, and whether it will make a draft of it. */
export interface ExpectedUpdate {
  /** Address to write to: that of a due draft is gone once the draft has been merged. */
  readonly key: string;
  readonly record: StoredRecord;
  readonly makesDraft: boolean;
}

/**
 * What an update will come upon, looked up without a lock before its transaction opens: a guess that the transaction may
 * find outdated. It judges nobody and never refuses; undefined for types without drafts and for rows that are not there.
 */
export type ExpectUpdate = (
  update: { readonly resource: RegisteredResource; readonly key: string; readonly body: JsonObject },
  context: RequestContext,
) => Promise<ExpectedUpdate | undefined>;

export function createExpectUpdate(deps: {
  readonly reader: RecordReader;
  readonly session: SqlSession;
  readonly selectors: readonly ItemSelector[];
  readonly due: DueDrafts;
  readonly planEdit: PlanEdit;
}): ExpectUpdate {
  const { reader, session, selectors, due, planEdit } = deps;
  return async ({ resource, key, body }, context) => {
    const selector = selectors.find((candidate) => candidate.appliesTo(resource));
    if (selector === undefined || !isUuid(key)) return undefined;
    const find = (id: string): Promise<StoredRecord[]> =>
      reader.findWhere(session, resource.name, selector.condition, { id });
    let id = key.toLowerCase();
    let candidates = await find(id);
    if (due.isDue(candidates, context)) {
      // The write would settle it in a moment, and then make a draft of the row that this one guessed to have one.
      id = (await due.settleItem(candidates, id, context)) ?? id;
      candidates = await find(id);
    }
    const record = selector.choose(candidates, { id, operation: 'update' }, context);
    if (record === undefined) return undefined;
    const makesDraft = !wantsPublished(context) && planEdit(record, body, context).goesTo === 'draft';
    return { key: id, record, makesDraft };
  };
}
