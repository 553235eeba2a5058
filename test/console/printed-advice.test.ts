import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { aProject } from './a-project.js';
import { runCms, type CommandResult } from './run-cms.js';

const ADMIN = fileURLToPath(new URL('../../admin-app', import.meta.url));
const IMPORTS = fileURLToPath(new URL('../../runtime/packages/imports', import.meta.url));

interface Site {
  readonly folder: string;
  cms(...args: string[]): Promise<CommandResult>;
  /** Changes the members of ArticleData. */
  edit(
    change: (properties: Record<string, JsonObject>, schema: Record<string, unknown>) => void,
  ): Promise<void>;
}

async function aSite(): Promise<Site> {
  const cwd = await aProject('filled');
  const file = join(cwd, 'schemas/ArticleData.json');
  return {
    folder: cwd,
    cms: (...args) => runCms(args, { cwd }),
    async edit(change) {
      const schema = JSON.parse(await readFile(file, 'utf8')) as Record<string, never>;
      change(schema['properties'] ?? {}, schema);
      await writeFile(file, JSON.stringify(schema));
    },
  };
}

describe('a required member without default', () => {
  test('is reported by generate and refused by the database, and can be added with the default that both suggest', async () => {
    const { cms, edit } = await aSite();
    await edit((properties, schema) => {
      properties['badge'] = { type: 'string' };
      schema['required'] = ['badge'];
    });
    const advice = 'Give the member a default, or make it optional.';
    const generated = await cms('generate');
    expect(generated).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        `article_datas.badge is required and has no default, so the migration is refused wherever the table has rows. ${advice}`,
      ),
    });
    const refused = await cms('migrate:run');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(advice) });

    await edit((properties) => void (properties['badge'] = { type: 'string', default: 'none' }));
    const again = await cms('generate');
    expect(again.code).toBe(0);
    expect(again.stderr).not.toContain('is required and has no default');
    expect(await cms('migrate:run')).toMatchObject({ code: 0 });
    expect(await cms('doctor')).toMatchObject({ code: 0 });
  });

  test('is suggested for an optional one that becomes required', async () => {
    const { cms, edit } = await aSite();
    await edit((properties, schema) => {
      properties['summary'] = { type: 'string' };
      schema['required'] = ['summary'];
    });
    expect((await cms('generate')).stderr).toContain(
      'article_datas.summary becomes required and has no default',
    );
  });
});

describe('a removed member', () => {
  test('keeps its values if a new member names it, as the error suggests', async () => {
    const { folder, cms, edit } = await aSite();
    await edit((properties) => {
      properties['teaser'] = properties['summary'] ?? {};
      delete properties['summary'];
    });
    const refused = await cms('generate');
    expect(refused.code).toBe(1);
    const shown = /"(x-renamed-from)": \["OLD"\]/.exec(refused.stderr)?.[1] ?? '';
    await edit((properties) => {
      properties['teaser'] = { ...properties['teaser'], [shown]: ['summary'] };
    });
    expect(await cms('generate')).toMatchObject({ code: 0 });
    expect(await cms('migrate:run')).toMatchObject({ code: 0 });
    expect(await cms('generate-fixtures', '-o', 'site.ts')).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'site.ts'), 'utf8')).toContain("teaser: 'How it began.'");
  });
});

describe('the formats of an optional package', () => {
  test('are imported after the installation that each message suggests', async () => {
    const { folder, cms } = await aSite();
    await writeFile(join(folder, 'list.csv'), '/old,/\n');
    const advice = expect.stringContaining('Install it with `npm install cms-api-components-imports@');
    expect(await cms('import', 'list.csv')).toMatchObject({ code: 1, stderr: advice });
    const words = ['import', 'list.csv', '--format', 'redirects', '--skip-faulty'];
    expect(await cms(...words)).toMatchObject({ code: 2, stderr: advice });
    expect((await cms('import', '--help')).stdout).not.toContain('--skip-faulty');

    await mkdir(join(folder, 'node_modules'));
    await symlink(IMPORTS, join(folder, 'node_modules/cms-api-components-imports'));
    expect((await cms('import', '--help')).stdout).toMatch(
      /--format=<option>[^]*jsonl\|redirects\|wxr[^]*--skip-faulty/,
    );
    expect(await cms(...words)).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported:') });
  });
});

describe('the admin for a separate host', () => {
  test('is written by the commands of the reference, with the API URL in its page', async () => {
    const { folder, cms } = await aSite();
    expect(await cms('admin:export', 'public')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm install cms-api-components-admin'),
    });
    await mkdir(join(folder, 'node_modules'));
    await symlink(ADMIN, join(folder, 'node_modules/cms-api-components-admin'));
    const first = await cms('admin:export', 'public', '--api', 'https://api.example.com/_api');
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('for the API at https://api.example.com/_api'),
    });
    expect(await readFile(join(folder, 'public/index.html'), 'utf8')).toContain(
      'https://api.example.com/_api',
    );
    expect(await cms('admin:export', 'public/admin', '--base', '/admin/')).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'public/admin/index.html'), 'utf8')).toContain('/admin/assets/main-');
    const again = await cms('admin:export', 'public');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/empty|new folder/i) });
  });
});
