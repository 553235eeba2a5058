import { createHash } from 'node:crypto';

/**
 * The strong validator of these bytes: their hash, behind the version of the record that they show (contract decision 100).
 * Documents of several records have no version.
 */
export function entityTag(body: Buffer | string, version?: number): string {
  const hash = createHash('sha1').update(body).digest('base64url');
  return version === undefined ? `"${hash}"` : `"${version}-${hash}"`;
}
