import type { JsonObject } from '../../kernel/contract/json.js';
import type { Violation } from '../../kernel/contract/validation.js';
import { defineErrors } from '../../kernel/errors/define-errors.js';

/** The operation that ended a batch, with the results of all. */
export interface StoppedOperation {
  readonly index: number;
  readonly id: string;
  /** What its own answer says. */
  readonly reason: string;
  readonly results: readonly JsonObject[];
  readonly violations: readonly Violation[];
}

export const batchErrors = defineErrors({
  stopped: {
    code: 'BATCH.STOPPED',
    status: 422,
    when: 'An operation of a batch that writes was refused, so that nothing of the batch is stored; the status is that of the operation, `operation` its index, and `results` has its answer.',
    remedy: 'Correct that operation and send all of them again.',
    answer: ({ index, id, reason, results, violations }: StoppedOperation) => ({
      publicMessage: `The operation ${index} ("${id}") was refused, so nothing is stored: ${reason}`,
      members: { operation: index, results: [...results] },
      ...(violations.length === 0 ? {} : { violations }),
    }),
  },
});
