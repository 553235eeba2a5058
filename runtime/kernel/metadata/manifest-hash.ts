import { createHash } from 'node:crypto';
import type { Manifest } from '../contract/schema/manifest.js';

/**
 * Returns the hash of a project's schema files. It is computed at startup: a committed file with the hash
 * would change with every edit and cause merge conflicts.
 */
export function manifestHash({ resources, user, messages: _messages, ...folders }: Manifest): string {
  // The attributes repeat the columns in the format of the model library.
  const types = resources.map(({ attributes: _attributes, ...said }) => said);
  const parts = [types, user?.fields, folders];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
