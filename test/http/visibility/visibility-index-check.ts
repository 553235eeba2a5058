import { expect } from 'vitest';
import { compareIndex } from '../../../runtime/features/pages/visibility-index/compare-index.js';
import type { App } from '../../../runtime/app.js';
import { modelReach } from './visibility-index-model.js';
import type { ReachRows } from './visibility-index-rows.js';
import { readBaseRows, readReachRows } from './visibility-index-rows.js';

/** Expects the stored index to equal the model, and its comparison in the database to find no drift. */
export async function expectExactReach(
  { database, registry }: Pick<App, 'database' | 'registry'>,
  after: readonly string[],
): Promise<ReachRows> {
  const stored = await readReachRows(database);
  const wanted = modelReach(await readBaseRows(database, registry));
  expect({ after, ...stored }).toEqual({ after, ...wanted });
  expect({ after, found: await compareIndex(database, 20) }).toEqual({ after, found: [] });
  return stored;
}
