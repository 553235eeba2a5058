import type { FormResult } from '../../../kernel/contract/form-success.js';
import type { JsonValue } from '../../../kernel/contract/json.js';
import type { WriteScope } from '../../../kernel/contract/operations.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { FormOutcome } from './success.js';

export interface OutcomeDeps {
  readonly operations: Pick<ResourceOperations, 'represent'>;
  readonly reader: Pick<RecordReader, 'find'>;
}

/**
 * The answer that a result stands for, made before the commit: a result that cannot be answered must not leave anything
 * stored. Records are as all handlers have left them.
 * @throws InternalError for a record that there is not, TypeError for data that is no JSON.
 */
export async function outcomeOf(
  result: FormResult | undefined,
  scope: WriteScope,
  { operations, reader }: OutcomeDeps,
): Promise<FormOutcome> {
  if (result === undefined) return {};
  if ('response' in result) return { response: result.response };
  if ('data' in result) {
    const text: string | undefined = JSON.stringify(result.data);
    if (text === undefined)
      throw new TypeError('The data that a form success handler answers with is no JSON.');
    return { response: { status: 201, body: JSON.parse(text) as JsonValue } };
  }
  const { type, id } = result.record;
  const record = await reader.find(scope.session, { type, id });
  const [shown] = record === undefined ? [] : await operations.represent([record], 'write', scope);
  if (shown === undefined)
    throw new InternalError(`A form success handler answers with ${type} ${id}, which there is not.`);
  return { result: shown };
}
