import type { JsonObject } from '../../kernel/contract/json.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import { defineErrors } from '../../kernel/errors/define-errors.js';

/** The operation that stopped a batch, with all results. */
export interface StoppedOperation {
  readonly index: number;
  readonly id: string;
  /** Reason from the response to the operation. */
  readonly reason: string;
  readonly results: readonly JsonObject[];
  readonly violations: readonly Violation[];
}

export const batchErrors = defineErrors({
  stopped: {
    code: 'BATCH.STOPPED',
    status: 422,
    when: 'An operation of a writing batch failed, so the whole batch was rolled back. The response has the status of the operation, its index in `operation`, and its response in `results`.',
    remedy: 'Correct the operation, and send the whole batch again.',
    answer: ({ index, id, reason, results, violations }: StoppedOperation) => ({
      publicMessage: `Operation ${index} ("${id}") failed, so nothing was stored: ${reason}`,
      members: { operation: index, results: [...results] },
      ...(violations.length === 0 ? {} : { violations }),
    }),
  },
});
