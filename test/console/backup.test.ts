import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aProject } from './a-project.js';
import { resultOf, runCms, startCms } from './run-cms.js';
import { anInstalledProject, signIn, startSite } from './running-site.js';

let cwd = '';
let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-backup-'));
  file = join(folder, 'site.tar');
  cwd = await anInstalledProject('filled', await mkdtemp(join(tmpdir(), 'cms-site-')));
});
afterAll(async () => {
  for (const each of [cwd, folder]) await rm(each, { recursive: true });
});

/** Responses that visitors and editors receive. */
async function pagesOf(project: string): Promise<string> {
  const site = await startSite('serve', { cwd: project });
  try {
    const cookie = await signIn(site.url);
    const [layouts, image] = await Promise.all(
      ['/_/pages', '/component/pictures'].map((path) => fetch(site.url + path, { headers: { cookie } })),
    );
    return `${await layouts?.text()}\n${image?.status}`;
  } finally {
    await site.stop();
  }
}

describe('cms backup and cms restore', () => {
  test('copy a running site into an archive, and from there into an empty project', async () => {
    const before = await pagesOf(cwd);
    const site = await startSite('serve', { cwd });
    const made = await runCms(['backup', file], { cwd });
    await site.stop();
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^\/.*site\.tar: database and \d files, [\d,]+ bytes\n$/);

    const other = await aProject('generated');
    // The migration of the other project has another name. The migration of this one is part of its code.
    for (const each of ['generated', 'var/jwt'])
      await rm(join(other, each), { recursive: true, force: true });
    await cp(join(cwd, 'generated'), join(other, 'generated'), { recursive: true });
    await cp(join(cwd, 'node_modules'), join(other, 'node_modules'), { recursive: true });
    const restored = await runCms(['restore', file], { cwd: other });
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(/^Restored the database and \d files from \d{4}-\d\d-\d\dT/);
    expect(await runCms(['doctor'], { cwd: other })).toMatchObject({ code: 0 });
    expect(await readdir(join(other, 'var/uploads'), { recursive: true })).toEqual(
      await readdir(join(cwd, 'var/uploads'), { recursive: true }),
    );
    expect(await pagesOf(other)).toBe(before);
  });

  test('refuse to overwrite data', async () => {
    expect(await runCms(['backup', file], { cwd })).toMatchObject({
      code: 1,
      stderr: `${file} already exists. Choose another path, or move the file.\n`,
    });
    expect(await runCms(['restore', file], { cwd })).toMatchObject({
      code: 1,
      stderr:
        'The database is not empty, so nothing was changed. Restore into an empty database, or replace all data with --force.\n',
    });
  });

  test('replace a database that no other process uses with --force', async () => {
    const site = await startSite('serve', { cwd });
    expect(await runCms(['restore', file, '--force'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another process has the database open'),
    });
    await site.stop();
    const { stdout: created } = await runCms(
      ['user:create', 'later', 'later@example.com', 'a-long-password', '-n'],
      { cwd },
    );
    expect(created).toContain('later');
    expect(await runCms(['restore', file, '--force'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    const again = await runCms(['user:create', 'later', 'later@example.com', 'a-long-password', '-n'], {
      cwd,
    });
    expect(again).toMatchObject({ code: 0 });
  });

  test('report a file that is not an archive, or is incomplete', async () => {
    const text = join(cwd, 'README.md');
    expect(await runCms(['restore', text], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${text} is not an archive of \`cms backup\``),
    });
    expect(await runCms(['restore', 'nowhere.tar'], { cwd })).toMatchObject({
      code: 1,
      stderr: `${join(cwd, 'nowhere.tar')} does not exist.\n`,
    });
    const cut = join(folder, 'cut.tar');
    await writeFile(cut, (await readFile(file)).subarray(0, 20_000));
    expect(await runCms(['restore', cut, '--force'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cut.tar is truncated'),
    });
  });

  test('leave no archive under its name when killed, and do not block the next run', async () => {
    const other = join(folder, 'killed.tar');
    const child = startCms(['backup', other], { cwd });
    const ended = resultOf(child);
    while (!existsSync(`${other}.partial`)) await sleep(1);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(other)).toBe(false);
    expect(await runCms(['backup', other], { cwd })).toMatchObject({ code: 0 });
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(await runCms(['restore', other, '--check'], { cwd })).toMatchObject({ code: 0 });
  });

  test('restore an old database for newer code, which suggests the next command', async () => {
    const project = await anInstalledProject('filled');
    const archive = join(folder, 'older.tar');
    expect(await runCms(['backup', archive], { cwd: project })).toMatchObject({ code: 0 });
    const older = await mkdtemp(join(tmpdir(), 'cms-older-'));
    await cp(join(project, 'generated'), join(older, 'generated'), { recursive: true });
    const schema = join(project, 'schemas/Title.json');
    const { properties, ...rest } = JSON.parse(await readFile(schema, 'utf8')) as Record<string, object>;
    const more = { ...properties, subtitle: { type: ['string', 'null'] } };
    await writeFile(schema, JSON.stringify({ ...rest, properties: more }));
    expect(await runCms(['generate'], { cwd: project })).toMatchObject({ code: 0 });
    // Before the migration, the code is newer than the database, and a backup is the first step.
    const pending = join(folder, 'pending.tar');
    expect(await runCms(['backup', pending], { cwd: project })).toMatchObject({ code: 0 });
    expect(await runCms(['migrate:run'], { cwd: project })).toMatchObject({ code: 0 });
    const newer = join(folder, 'newer.tar');
    expect(await runCms(['backup', newer], { cwd: project })).toMatchObject({ code: 0 });

    expect(await runCms(['restore', pending, '--force'], { cwd: project })).toMatchObject({
      code: 0,
      stderr: 'The code is newer than the archive. Run `cms migrate:run`, then `cms doctor --repair`.\n',
    });
    expect(await runCms(['migrate:run'], { cwd: project })).toMatchObject({ code: 0 });
    expect(await runCms(['doctor', '--repair'], { cwd: project })).toMatchObject({ code: 0 });

    await rm(join(project, 'generated'), { recursive: true });
    await cp(join(older, 'generated'), join(project, 'generated'), { recursive: true });
    await rm(older, { recursive: true });
    expect(await runCms(['restore', newer, '--force'], { cwd: project })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/It has migrations that are not in generated\/migrations: \w+/),
    });
  });

  test('write no archive of an empty database, and require existing filesystems', async () => {
    const empty = await aProject('generated');
    for (const words of [[], ['--json']])
      expect(await runCms(['backup', join(folder, 'empty.tar'), ...words], { cwd: empty })).toMatchObject({
        code: 0,
        stdout: words.length === 0 ? '' : `${JSON.stringify({ file: null, files: 0, size: 0 }, null, 2)}\n`,
        stderr: 'The database has no tables, so there is nothing to back up. No archive was written.\n',
      });
    expect(existsSync(join(folder, 'empty.tar'))).toBe(false);
    expect(await runCms(['backup', join(folder, 'x.tar'), '--without', 'nothing'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown filesystem: nothing.'),
    });
  });
});
