import { expect } from 'vitest';
import { compareReach } from '../../../runtime/features/pages/stored-reach/compare-reach.js';
import type { App } from '../../../runtime/app.js';
import { modelReach } from './stored-reach-model.js';
import type { ReachRows } from './stored-reach-rows.js';
import { readBaseRows, readReachRows } from './stored-reach-rows.js';

/** Stored reach is that of the model, and comparing it in the database finds nothing. */
export async function expectExactReach(
  { database, registry }: Pick<App, 'database' | 'registry'>,
  after: readonly string[],
): Promise<ReachRows> {
  const stored = await readReachRows(database);
  const wanted = modelReach(await readBaseRows(database, registry));
  expect({ after, ...stored }).toEqual({ after, ...wanted });
  expect({ after, found: await compareReach(database, 20) }).toEqual({ after, found: [] });
  return stored;
}
