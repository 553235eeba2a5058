import type {
  Purpose,
  Representation,
  RepresentationExtension,
  RepresentationScope,
} from '../contract/records/operations.js';
import type { StoredRecord } from '../contract/records/record.js';

/** Creates the representation of a record without computed members. */
export const bareRepresentation = (record: StoredRecord): Representation => ({
  record,
  members: {},
  metadata: {},
  tags: new Set(),
  vary: new Set(),
  headers: {},
  expiresAt: undefined,
});

/** Wraps records of one type and runs the type's extensions on them. */
export async function represent(
  records: readonly StoredRecord[],
  extensions: readonly RepresentationExtension[],
  { purpose, scope }: { readonly purpose: Purpose; readonly scope: RepresentationScope },
): Promise<Representation[]> {
  const representations = records.map(bareRepresentation);
  if (representations.length === 0) return representations;
  for (const extension of extensions) {
    await extension.extend(representations, purpose, scope);
  }
  return representations;
}
