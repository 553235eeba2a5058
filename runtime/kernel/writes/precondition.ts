import type { StoredRecord } from '../contract/records/record.js';
import { badRequest, kernelErrors } from '../errors/catalog.js';

/** Preconditions of a request that changes or deletes a record (contract decision 100). */
export interface Precondition {
  /** The `If-Match` header as sent. */
  readonly ifMatch: string | undefined;
  /** The `If-None-Match` header as sent. */
  readonly ifNoneMatch?: string | undefined;
  /** Whether the configuration requires the header on every write. */
  readonly isRequired: boolean;
}

/**
 * Rejects a write with `If-None-Match: *` if the resource exists.
 * @throws AppError 412
 */
export function assertNothing(ifNoneMatch: string | undefined): void {
  if (ifNoneMatch?.trim() === '*') throw kernelErrors.versionMatched();
}

/**
 * Rejects a write if the version is not the expected one. Callers hold the row lock, so that of two writers
 * with the same version only the first succeeds. @throws AppError 412, 428, 400
 */
export function assertMet({ version }: StoredRecord, precondition: Precondition | undefined): void {
  if (precondition === undefined) return;
  const { ifMatch, ifNoneMatch, isRequired } = precondition;
  // Records without a row have no versions.
  if (version === undefined) return assertNothing(ifNoneMatch);
  if (ifMatch === undefined && isRequired) throw kernelErrors.preconditionRequired();
  // Order of evaluation as in RFC 9110 section 13.2.2.
  if (ifMatch !== undefined && !namesVersion(ifMatch, version, { header: 'If-Match', isWeak: false }))
    throw kernelErrors.versionOutdated();
  if (
    ifNoneMatch !== undefined &&
    namesVersion(ifNoneMatch, version, { header: 'If-None-Match', isWeak: true })
  )
    throw kernelErrors.versionMatched();
}

const ENTITY_TAGS = /^[\t ]*(?:,[\t ]*)*(?:(?:W\/)?"[^"\s]*"[\t ]*(?:,[\t ]*)*)+$/;

/**
 * Returns whether `*` or a listed tag names a version. Only its number counts, because documents of one
 * version differ between callers. Weak tags match only in weak comparison (RFC 9110 section 8.8.3.2).
 */
function namesVersion(
  tags: string,
  version: number,
  { header, isWeak }: { readonly header: string; readonly isWeak: boolean },
): boolean {
  if (tags.trim() === '*') return true;
  if (!ENTITY_TAGS.test(tags))
    throw badRequest(`"${header}" holds neither "*" nor entity tags in double quotes.`);
  return Array.from(tags.matchAll(/(W\/)?"(\d+)(?:-[^"]*)?"/g)).some(
    ([, weak, number]) => (isWeak || weak === undefined) && number === String(version),
  );
}
