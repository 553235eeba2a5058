import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UploadsApp } from '../uploads/support.js';
import { aClock, aFolder, anApp, contentOf, filesOf, run } from './support.js';

const clock = aClock();
let app: UploadsApp;
beforeEach(async () => {
  app = await anApp(clock);
});

describe('cms export', () => {
  test('writes records in the order of their ids, with all members, so that versions can be compared by line', async () => {
    const ids = ['b0000000-0000-4000-8000-000000000000', 'a0000000-0000-4000-8000-000000000000'];
    const lines = ids.map((id, index) => ({
      '@key': id,
      '@created': '2020-01-02T03:04:05.678Z',
      title: `T ${index}`,
    }));
    await run(app, 'import', await filesOf({ 'Title.jsonl': lines }));
    const folder = await aFolder();
    const { printed } = await run(app, 'export', folder, '--type', 'Title');
    expect(printed).toEqual(['2 Title', `Written to ${folder}`]);
    const content = await contentOf(folder);
    expect(content['Title.jsonl']?.split('\n').map((line) => line.slice(0, 90))).toEqual([
      '{"@key":"a0000000-0000-4000-8000-000000000000","@created":"2020-01-02T03:04:05.678Z","title'.slice(
        0,
        90,
      ),
      '{"@key":"b0000000-0000-4000-8000-000000000000","@created":"2020-01-02T03:04:05.678Z","title'.slice(
        0,
        90,
      ),
      '',
    ]);
    expect(JSON.parse(content['manifest.json'] ?? '')).toEqual({
      format: 'cms-export',
      version: 1,
      source: null,
      types: { Title: { records: 2, isComplete: true } },
    });
  });

  test('includes no accounts, passwords or sessions, even if they are requested', async () => {
    await app.get('/_/layouts', { as: 'superAdmin' });
    const folder = await aFolder();
    await run(app, 'export', folder);
    expect(JSON.stringify(await contentOf(folder))).not.toMatch(/argon2|password|refresh_token/i);
    const { code, errors } = await run(app, 'export', await aFolder(), '--type', 'User');
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [expect.stringMatching(/^User cannot be exported/)],
    });
  });

  test('replaces an earlier export completely, and rejects a folder with other content', async () => {
    await run(
      app,
      'import',
      await filesOf({ 'Title.jsonl': [{ '@key': 'a', title: 'A' }] }),
      '--source',
      's',
    );
    const folder = await aFolder();
    await run(app, 'export', folder);
    await run(app, 'export', folder, '--type', 'Widget');
    expect((await readdir(folder)).sort()).toEqual(['manifest.json']);
    const other = await aFolder();
    await writeFile(join(other, 'letter.txt'), 'Dear Sir');
    const { code, errors } = await run(app, 'export', other);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [expect.stringContaining('contains files that are not an export')],
    });
    expect(await readdir(other)).toEqual(['letter.txt']);
  });

  test('--since writes what has changed since then, and such an export deletes nothing', async () => {
    await run(
      app,
      'import',
      await filesOf({ 'Title.jsonl': [{ '@key': 'a', title: 'A' }] }),
      '--source',
      's',
    );
    clock.forward(3_600_000);
    const since = clock.now().toISOString();
    clock.forward(60_000);
    await run(
      app,
      'import',
      await filesOf({ 'Title.jsonl': [{ '@key': 'b', title: 'B' }] }),
      '--source',
      's',
    );
    const folder = await aFolder();
    expect((await run(app, 'export', folder, '--since', since)).printed[0]).toBe('1 Title');
    const { printed } = await run(app, 'import', folder, '--delete-missing', '--yes');
    expect(printed).toEqual([
      'Title: 0 created, 0 changed, 1 untouched',
      expect.stringMatching(/untouched\.$/),
    ]);
    const bad = await run(app, 'export', await aFolder(), '--since', 'yesterday-ish');
    expect(bad).toMatchObject({ code: 1, errors: [expect.stringContaining('is not a valid time')] });
  });
});
