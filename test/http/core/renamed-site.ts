import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { generate } from '../../../generator/index.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import {
  createMigrator,
  openMigrationConnection,
  type Migrator,
} from '../../../runtime/adapters/persistence/migrations/index.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { loadProject } from '../../../runtime/project/load-project.js';
import { createTestDatabase } from '../../support/database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

export interface Site {
  /** Generates from exactly these schema files, and migrates. */
  become(schemas: readonly JsonObject[], allowDestructive?: boolean): Promise<TestApp>;
  /** Undoes the newest migration and opens the previous state. */
  goBack(): Promise<TestApp>;
}

/** Creates a project whose database persists while its schema files change. */
export async function aSite(): Promise<Site> {
  const database = await createTestDatabase();
  const root = await mkdtemp(join(tmpdir(), 'cms-renames-'));
  const states: Manifest[] = [];
  let app: TestApp | undefined;
  const close = async (): Promise<void> => {
    await app?.close();
    app = undefined;
  };
  onTestFinished(async () => {
    await close();
    await database.drop();
    await rm(root, { recursive: true });
  });
  const open = async (manifest: Manifest): Promise<TestApp> => {
    app = await startTestApp({ manifest, databaseUrl: database.url });
    return app;
  };
  const migrator = async (): Promise<Migrator> => {
    const { migrations } = await loadProject(root);
    return createMigrator({
      connect: () => openMigrationConnection(database.url),
      tablePrefix: '_acb_',
      migrations,
      iriPrefix: '/_api',
      log: SILENT_LOGGER,
    });
  };
  return {
    async become(schemas, allowDestructive = false) {
      await close();
      await rm(join(root, 'schemas'), { recursive: true, force: true });
      await mkdir(join(root, 'schemas'));
      for (const schema of schemas)
        await writeFile(join(root, `schemas/${String(schema.title)}.json`), JSON.stringify(schema));
      await generate({ projectRoot: root, allowDestructive });
      await (await migrator()).run({ allowDestructive });
      // Modules are loaded once per path, so every state has its own.
      const copy = join(root, `state-${states.length}`);
      await cp(join(root, 'generated'), copy, { recursive: true });
      const { manifest } = (await import(`${copy}/manifest.ts`)) as { readonly manifest: Manifest };
      states.push(manifest);
      return open(manifest);
    },
    async goBack() {
      await close();
      await (await migrator()).revert();
      const manifest = states.at(-2);
      if (manifest === undefined) throw new Error('There is no state before this one.');
      return open(manifest);
    },
  };
}
