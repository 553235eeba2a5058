import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { openScaffoldStore, type ScaffoldPlace } from '../../../runtime/adapters/console/open-application.js';
import { writeFixtures } from '../../../runtime/adapters/console/write-fixtures.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { SiteExport } from '../../../runtime/scaffold/export/export-site.js';
import { loadScaffold, type LoadedScaffold, type Scaffold } from '../../../runtime/scaffold/scaffold.js';
import type { TestApp } from '../../support/test-app.js';

/** A site that was exported into a folder that goes with the test. */
export interface ExportedSite extends SiteExport {
  readonly root: string;
  readonly source: string;
  /** Loads it into another application. */
  load(into: Pick<TestApp, 'app'>): Promise<LoadedScaffold>;
}

/** @param at the clock of a site whose time does not pass */
export async function exportOf(
  { app }: Pick<TestApp, 'app'>,
  at: Pick<ScaffoldPlace, 'clock'> = {},
): Promise<ExportedSite> {
  const root = await mkdtemp(join(tmpdir(), 'cms-fixtures-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const path = join(root, 'src/fixtures/GeneratedScaffold.ts');
  const written = await writeFixtures(app, { path, name: 'GeneratedScaffold' }, { projectRoot: root, ...at });
  return {
    ...written,
    root,
    source: await readFile(path, 'utf8'),
    async load({ app: into }) {
      const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: Scaffold };
      return into.inTransaction(async (within) =>
        loadScaffold(module.default, {
          store: await openScaffoldStore(within, SILENT_LOGGER, { projectRoot: root, ...at }),
          admin: within.config.admin,
        }),
      );
    },
  };
}
