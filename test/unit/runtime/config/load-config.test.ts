import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../../runtime/config/env.js';
import { loadConfig } from '../../../../runtime/config/load-config.js';

const MINIMAL = {
  website_name: 'Site',
  user: {},
  publishable: { permission: "is_granted('ROLE_ADMIN')" },
  refresh_token: { cookie_name: 'api_component', ttl: 604800 },
};

describe('loadConfig', () => {
  test('the configuration of the sample site is valid', async () => {
    const config = await loadConfig({ projectRoot: resolve(import.meta.dirname, '../../../..'), env: {} });
    expect(config).toMatchObject({
      apiPrefix: '/_api',
      classNamespace: 'App\\Entity',
      imageFilters: { thumbnail: { width: 500, height: 500, mode: 'inset', format: 'jpeg', quality: 90 } },
    });
  });

  test('reads a module and a .env file, which the environment overrides', async () => {
    const projectRoot = await mkdtemp(join(tmpdir(), 'cms-config-'));
    try {
      await writeFile(join(projectRoot, 'cms.config.mjs'), `export default ${JSON.stringify(MINIMAL)}`);
      // Some editors start a file with a byte order mark.
      await writeFile(join(projectRoot, '.env'), '\uFEFFADMIN_USERNAME="eve"\nPORT=9000\n');
      const env = await readEnvironment(projectRoot, { PORT: '9001' });
      const config = await loadConfig({ projectRoot, env });
      expect(config.server.port).toBe(9001);
      expect(config.admin?.username).toBe('eve');
    } finally {
      await rm(projectRoot, { recursive: true });
    }
  });

  test('a JSON file can start with a byte order mark, and an error in it is reported by line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cms-config-'));
    const file = join(folder, 'cms.config.json');
    try {
      await writeFile(file, `\uFEFF${JSON.stringify(MINIMAL)}`);
      expect((await loadConfig({ projectRoot: folder, env: {} })).websiteName).toBe('Site');
      await writeFile(file, '{\n  "website_name": "Site",\n}');
      await expect(loadConfig({ projectRoot: folder, env: {} })).rejects.toThrow(
        'cms.config.json: is not valid JSON at line 3, column 1',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a folder without a configuration is reported with a fix', async () => {
    await expect(loadConfig({ projectRoot: '/nonexistent', env: {} })).rejects.toThrow('cms init');
  });
});
