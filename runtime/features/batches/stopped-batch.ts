import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { isRefused, type PartAnswer, type RefusedPart } from '../../kernel/contract/http/request-part.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { objectOf } from '../../kernel/util/json-object.js';
import { batchErrors, type StoppedOperation } from './errors.js';
import type { Operation } from './operation.js';
import { printResult } from './print-results.js';

/** The operation that stopped a batch, by index. */
export interface Stop {
  readonly index: number;
  readonly given: PartAnswer | RefusedPart;
  readonly error: unknown;
}

/** Status of operations that did not run or were rolled back because another one failed (RFC 4918 section 11.4). */
const FAILED_DEPENDENCY = 424;

/** Returns the error of a stopped batch: the error of its operation, with the operation's index and all results. */
export function stoppedBy({ index, given, error }: Stop, operations: readonly Operation[]): unknown {
  if (isRefused(given) && !(error instanceof AppError && error.status < 500)) return error;
  const answer = isRefused(given) ? given.print() : given;
  const body = objectOf(answer.text === undefined ? undefined : (JSON.parse(answer.text) as JsonValue));
  const { id = '' } = operations[index] ?? {};
  const results = operations.map((operation, place): JsonObject =>
    place === index
      ? { ...(JSON.parse(printResult(operation, answer)) as JsonObject) }
      : { id: operation.id, status: FAILED_DEPENDENCY },
  );
  const reason = textIn(body.detail) ?? textIn(body.message) ?? `status ${answer.status}`;
  const violations = violationsIn(error, index);
  return new BatchStopped({ index, id, reason, results, violations }, answer.status);
}

/** Has the status of the failed operation. */
class BatchStopped extends AppError {
  override readonly status: number;

  constructor(stopped: StoppedOperation, status: number) {
    super(batchErrors.stopped.options(stopped));
    this.status = status;
  }
}

const textIn = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Returns the violations of the operation, with paths relative to the batch body. */
function violationsIn(error: unknown, index: number): readonly Violation[] {
  const { violations = [] } = error instanceof AppError ? error : {};
  return violations.map((violation) => ({
    ...violation,
    propertyPath: `operations[${index}].body${violation.propertyPath === '' ? '' : `.${violation.propertyPath}`}`,
  }));
}
