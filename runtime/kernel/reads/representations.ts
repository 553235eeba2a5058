import type {
  Purpose,
  Representation,
  RepresentationExtension,
  RepresentationScope,
} from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';

/** Wraps records and lets every extension add what it computes. */
export async function represent(
  records: readonly StoredRecord[],
  resource: RegisteredResource,
  purpose: Purpose,
  scope: RepresentationScope,
  extensions: readonly RepresentationExtension[],
): Promise<Representation[]> {
  const representations = records.map((record): Representation => ({
    record,
    members: {},
    metadata: {},
    tags: new Set(),
    vary: new Set(),
    headers: {},
    expiresAt: undefined,
  }));
  if (representations.length === 0) return representations;
  for (const extension of extensions) {
    if (extension.appliesTo(resource)) await extension.extend(representations, purpose, scope);
  }
  return representations;
}
