import type { StoredRecord } from '../contract/record.js';
import { badRequest, kernelErrors } from '../errors/catalog.js';

/** What a request demands of the record that it changes or deletes (contract decision 100). */
export interface Precondition {
  /** The header `If-Match`, as sent. */
  readonly ifMatch: string | undefined;
  /** The configuration wants the header on every write. */
  readonly isRequired: boolean;
}

/**
 * Refuses a write of another version than the caller has seen. Callers of it hold the lock of the row, so that of two writers
 * with one version only the first succeeds. @throws AppError 412, 428, 400
 */
export function assertMet({ version }: StoredRecord, precondition: Precondition | undefined): void {
  // What has no row has no versions.
  if (precondition === undefined || version === undefined) return;
  const { ifMatch, isRequired } = precondition;
  if (ifMatch === undefined) {
    if (isRequired) throw kernelErrors.preconditionRequired();
    return;
  }
  if (!namesVersion(ifMatch, version)) throw kernelErrors.versionOutdated();
}

const ENTITY_TAGS = /^[\t ]*(?:,[\t ]*)*(?:(?:W\/)?"[^"\s]*"[\t ]*(?:,[\t ]*)*)+$/;

/**
 * Whether `*` or one of the listed tags stands for a version: by its number alone, because documents of one version differ from
 * caller to caller. Weak tags never match (RFC 9110 section 13.1.1).
 */
function namesVersion(ifMatch: string, version: number): boolean {
  if (ifMatch.trim() === '*') return true;
  if (!ENTITY_TAGS.test(ifMatch))
    throw badRequest('"If-Match" holds neither "*" nor entity tags in double quotes.');
  return Array.from(ifMatch.matchAll(/(W\/)?"(\d+)(?:-[^"]*)?"/g)).some(
    ([, weak, number]) => weak === undefined && number === String(version),
  );
}
