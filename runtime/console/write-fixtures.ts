import type { App } from '../app.js';
import type { FixtureTarget } from '../scaffold/export/fixture-target.js';
import type { SiteExport } from '../scaffold/export/export-site.js';
import type { OnProgress } from '../scaffold/declared-site.js';
import type { ScaffoldPlace } from './open-application.js';
import { UPLOADS } from '../features/uploads/public-api.js';

export interface FixtureOptions extends ScaffoldPlace {
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

/**
 * Exports the site of a running service as a scaffold. `localFile()` resolves paths from the project folder.
 */
export async function writeFixtures(
  { config, registry, iris, database, operations, get, log }: App,
  target: FixtureTarget,
  { projectRoot = config.projectRoot, onProgress, signal, ...at }: FixtureOptions = {},
): Promise<SiteExport> {
  const { exportSite } = await import('../scaffold/export/export-site.js');
  const { SCAFFOLD_ACTOR } = await import('../scaffold/scaffold-actor.js');
  const { contextWithoutRequest } = await import('../kernel/util/http/context-without-request.js');
  const { createRecordReader } = await import('../kernel/records/record-reader.js');
  const { SYSTEM_CLOCK } = await import('../kernel/ports/clock.js');
  const { clock = SYSTEM_CLOCK } = at;
  // The first read publishes due drafts.
  const context = contextWithoutRequest(SCAFFOLD_ACTOR, { clock, log });
  await operations.readCollection(registry.require('Layout'), { session: operations.session, context });
  return exportSite(target, {
    projectRoot,
    database,
    registry,
    iris,
    reader: createRecordReader(registry, database),
    stores: get(UPLOADS).stores,
    clock,
    log,
    onProgress,
    signal,
  });
}
