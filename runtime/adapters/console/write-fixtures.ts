import type { App } from '../../app.js';
import type { FixtureTarget } from '../../scaffold/export/fixture-target.js';
import type { SiteExport } from '../../scaffold/export/export-site.js';

/** Writes the site of a running service as a scaffold; `localFile()` starts at the folder of the project. */
export async function writeFixtures(
  { config, registry, iris, database, uploads }: App,
  target: FixtureTarget,
  projectRoot = config.projectRoot,
): Promise<SiteExport> {
  const { exportSite } = await import('../../scaffold/export/export-site.js');
  const { createRecordReader } = await import('../../kernel/records/record-reader.js');
  const { SYSTEM_CLOCK } = await import('../../kernel/ports/clock.js');
  return exportSite(target, {
    projectRoot,
    database,
    registry,
    iris,
    reader: createRecordReader(registry, database),
    stores: uploads.stores,
    clock: SYSTEM_CLOCK,
  });
}
