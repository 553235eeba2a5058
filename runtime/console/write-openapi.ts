import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '../kernel/ports/logger.js';
import { openProject, type OpenProjectOptions } from './open-project.js';
import { OPEN_API } from '../features/documentation/public-api.js';

/**
 * Writes the OpenAPI document of a project, including endpoints of its features. The service is composed over
 * an empty in-memory database, so neither the project's database nor a running service is necessary.
 */
export async function writeOpenApi(file: string, options: OpenProjectOptions): Promise<void> {
  const { createApp } = await import('../app.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'cms-openapi-'));
  const overrides = {
    ...options.overrides,
    DATABASE_URL: 'sqlite::memory:',
    CMS_DATA_DIR: dataDir,
    REDIS_URL: '',
  };
  try {
    const { config, project } = await openProject({ ...options, overrides, use: 'database' });
    const { manifest, openApi } = project;
    const app = await createApp({ config, manifest, openApi, log: SILENT_LOGGER, isMaintenance: true });
    try {
      const document = JSON.parse(await app.get(OPEN_API)()) as object; // The document is the service's own JSON.
      await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
    } finally {
      await app.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
