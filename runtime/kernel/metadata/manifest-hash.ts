import { createHash } from 'node:crypto';
import type { Manifest } from '../contract/schema/manifest.js';

/**
 * Names what the schema files of a project say. It is worked out at the start: a file that had it would change with every
 * edit, and two branches would always meet in it.
 */
export function manifestHash({ resources, user, forms }: Manifest): string {
  // The attributes are the same columns again, as the library of models has them.
  const types = resources.map(({ attributes: _attributes, ...said }) => said);
  const parts = [types, user?.fields, forms.map(({ definition }) => definition)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
