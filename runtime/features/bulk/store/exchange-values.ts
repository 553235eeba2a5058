import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import {
  openClaims,
  openExchanges,
  parkedRecords,
  settleExchanges,
  takerOf,
} from '../../../kernel/writes/unique-exchanges.js';
import { fillPaths } from '../../pages/public-api.js';
import type { PlacementServices } from '../../placement/public-api.js';
import type { ImportPlan } from '../plan/planned.js';

export interface ExchangeDeps extends Pick<Kernel, 'reader'> {
  readonly plan: Pick<ImportPlan, 'records' | 'paths'>;
  /** Returns whether the import will delete a record at the end. */
  readonly isDeleted: (id: string) => boolean;
  readonly cascade: Pick<PlacementServices['cascade'], 'removeOnly'>;
}

/** Runs the work of a batch. Imported records can exchange unique values, even across batches. */
export type ExchangeValues = (work: (scope: WriteScope) => Promise<void>, scope: WriteScope) => Promise<void>;

export function createExchangeValues(deps: ExchangeDeps): ExchangeValues {
  const { reader, plan, isDeleted, cascade } = deps;

  /**
   * Gives a record whose unique value the batch has taken its new value, ahead of its own batch. Deletes it instead if
   * the import deletes it.
   */
  async function letGo({ type, id }: Pick<Reference, 'type' | 'id'>, scope: WriteScope): Promise<void> {
    const record = await reader.findLocked(scope.session, { type, id });
    if (record === undefined) return;
    const unique: JsonObject | undefined = plan.records.get(id)?.unique;
    if (unique !== undefined) await scope.commands.update(record, unique, scope);
    else if (isDeleted(id)) await cascade.removeOnly([record], scope);
  }

  return async (work, scope) => {
    const { session } = scope;
    openExchanges(session);
    fillPaths(session, plan.paths);
    await work(scope);
    const seen = new Set<string>();
    let claims = 0;
    // Records that let go make claims of their own.
    for (;;) {
      const parked = parkedRecords(session).find(({ record }) => !seen.has(record.id));
      const claim = openClaims(session)[claims];
      if (parked === undefined && claim === undefined) break;
      const next = parked?.record ?? (claim && (await takerOf(claim, { reader, session })));
      if (next === undefined || seen.has(next.id)) claims += 1;
      else {
        seen.add(next.id);
        await letGo(next, scope);
      }
    }
    await settleExchanges({ reader, session });
  };
}
