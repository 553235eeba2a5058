import type { StoredRecord } from '../contract/records/record.js';
import { badRequest, kernelErrors } from '../errors/catalog.js';

/** What a request demands of the record that it changes or deletes (contract decision 100). */
export interface Precondition {
  /** The header `If-Match`, as sent. */
  readonly ifMatch: string | undefined;
  /** The header `If-None-Match`, as sent. */
  readonly ifNoneMatch?: string | undefined;
  /** The configuration wants the header on every write. */
  readonly isRequired: boolean;
}

/**
 * Refuses a write where there is something already, of which the caller says that it wants nothing to be there.
 * @throws AppError 412
 */
export function assertNothing(ifNoneMatch: string | undefined): void {
  if (ifNoneMatch?.trim() === '*') throw kernelErrors.versionMatched();
}

/**
 * Refuses a write of another version than the caller has seen. Callers of it hold the lock of the row, so that of two writers
 * with one version only the first succeeds. @throws AppError 412, 428, 400
 */
export function assertMet({ version }: StoredRecord, precondition: Precondition | undefined): void {
  if (precondition === undefined) return;
  const { ifMatch, ifNoneMatch, isRequired } = precondition;
  // What has no row has no versions.
  if (version === undefined) return assertNothing(ifNoneMatch);
  if (ifMatch === undefined && isRequired) throw kernelErrors.preconditionRequired();
  // In the order of RFC 9110 section 13.2.2.
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
 * Whether `*` or one of the listed tags stands for a version: by its number alone, because documents of one version differ from
 * caller to caller. Weak tags match only where the comparison is weak (RFC 9110 section 8.8.3.2).
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
