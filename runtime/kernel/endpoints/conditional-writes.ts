import type { ApiRequest, ApiResponse } from '../contract/http/http.js';
import type { Representation } from '../contract/records/operations.js';
import { AppError } from '../errors/app-error.js';
import { kernelErrors } from '../errors/catalog.js';
import { unlessRefused } from '../errors/unless-refused.js';
import type { ResourceOperations } from '../resource-operations.js';
import { formatDateTime } from '../serializer/date-time.js';
import type { Precondition } from '../writes/precondition.js';
import { entityTag } from './entity-tag.js';

export interface ConditionalWriteDeps {
  readonly operations: Pick<ResourceOperations, 'describeVersion'>;
  /** Returns the current representation that a read of the same URL gives, and its response. */
  readonly read: (
    request: ApiRequest,
  ) => Promise<{ readonly representation: Representation; readonly response: ApiResponse }>;
}

export const preconditionOf = (
  { headers }: Pick<ApiRequest, 'headers'>,
  requireIfMatch: boolean,
): Precondition => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
  isRequired: requireIfMatch,
});

/**
 * Runs a conditional write. If the version is outdated, the error contains the current version, who
 * created it and when, as far as the caller may read that (contract decision 100).
 */
export async function asConditional<Result>(
  request: ApiRequest,
  deps: ConditionalWriteDeps,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== kernelErrors.versionOutdated.code) throw error;
    throw (await unlessRefused(() => describe(request, deps))) ?? error;
  }
}

async function describe(request: ApiRequest, { operations, read }: ConditionalWriteDeps): Promise<AppError> {
  const { representation, response } = await read(request);
  const { record } = representation;
  const { version } = record;
  if (version === undefined) return kernelErrors.versionOutdated();
  const { author, at } = await operations.describeVersion(record, request.context);
  return kernelErrors.versionOutdated({
    etag: entityTag(JSON.stringify(response.body), version),
    version,
    author,
    date: at && formatDateTime(at),
  });
}
