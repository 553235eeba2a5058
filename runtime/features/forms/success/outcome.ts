import { NOTHING_REQUESTED } from '../../../kernel/contract/http/requested.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { FormResult } from '../../../extension-points/forms/form-success.js';
import type { JsonValue } from '../../../kernel/contract/json.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { FormOutcome } from './success.js';

export interface OutcomeDeps {
  readonly operations: Pick<ResourceOperations, 'represent'>;
  readonly reader: Pick<RecordReader, 'find'>;
}

/**
 * Returns the response of a result. It is built before the commit, so that an invalid result stores nothing. Records
 * include the changes of all handlers.
 * @throws InternalError for a missing record, TypeError for data that is not JSON.
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
    if (text === undefined) throw new TypeError('The form success handler returned data that is not JSON.');
    return { response: { status: 201, body: JSON.parse(text) as JsonValue } };
  }
  const { type, id } = result.record;
  const record = await reader.find(scope.session, { type, id });
  const [shown] = record === undefined ? [] : await operations.represent([record], 'write', scope);
  if (shown === undefined)
    throw new InternalError(`A form success handler answers with ${type} ${id}, which there is not.`);
  return { result: shown };
}

export interface ShownDeps {
  readonly operations: Pick<ResourceOperations, 'readItem'>;
  readonly registry: Pick<ResourceRegistry, 'require'>;
}

/** Responds with the record as its GET shows it, or with the form if that GET is refused (contract decision 104). */
export async function asShown(
  outcome: FormOutcome,
  context: RequestContext,
  { operations, registry }: ShownDeps,
): Promise<FormOutcome> {
  if (!('result' in outcome) || outcome.result === undefined) return outcome;
  const { type, id } = outcome.result.record;
  try {
    // The query parameters of the request apply to the form.
    const asking = { ...context, requested: NOTHING_REQUESTED };
    return { result: await operations.readItem(registry.require(type), id, asking) };
  } catch (error) {
    if (error instanceof AppError && REFUSALS.has(error.status)) return {};
    throw error;
  }
}

const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);
