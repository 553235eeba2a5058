import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';
import { type RunningSite, startSite } from './running-site.js';

const WAIT = { timeout: 60_000, interval: 200 };

async function aRunningSite(): Promise<{ readonly cwd: string; readonly site: RunningSite }> {
  const cwd = await aProject('initialised');
  const site = await startSite('dev', { cwd });
  onTestFinished(async () => void (await site.stop()));
  return { cwd, site };
}

async function addMember(cwd: string, name: string): Promise<void> {
  const path = join(cwd, 'schemas/Title.json');
  const schema = JSON.parse(await readFile(path, 'utf8')) as JsonObject & { properties: JsonObject };
  const properties = { ...schema.properties, [name]: { type: 'string' } };
  await writeFile(path, JSON.stringify({ ...schema, properties }));
}

/** Returns whether the API already documents the member. */
const hasMember = async ({ url }: RunningSite, name: string): Promise<boolean> =>
  (await (await fetch(`${url}/docs.jsonopenapi`)).text()).includes(`"${name}"`);

const statusOf = async (cwd: string): Promise<string> => (await runCms(['migrate:status'], { cwd })).stdout;

describe('a migration that `cms generate` writes while `cms dev` is running', () => {
  test('is recorded by the running process, so that other commands work immediately', async () => {
    const { cwd, site } = await aRunningSite();
    expect(await runCms(['generate'], { cwd })).toMatchObject({ code: 0 });
    await expect.poll(() => statusOf(cwd), WAIT).toMatch(/^\S+_initial +applied/);

    for (const name of ['subtitle', 'kicker']) {
      await addMember(cwd, name);
      await expect.poll(() => hasMember(site, name), WAIT).toBe(true);
      const { code, stdout } = await runCms(['generate'], { cwd });
      expect(code).toBe(0);
      const id = /migrations\/(\S+)\.ts/.exec(stdout)?.[1] ?? 'no migration was written';
      await expect.poll(() => statusOf(cwd), WAIT).toMatch(new RegExp(`${id} +applied`));
      expect(site.output()).toContain(
        `recorded migration without running it: the tables are up to date migration=${id}`,
      );
    }
    for (const command of [['doctor'], ['generate-fixtures'], ['migrate:run'], ['generate', '--check']])
      expect(await runCms(command, { cwd }), command.join(' ')).toMatchObject({ code: 0 });
    expect((await fetch(`${site.url}/_/health`)).status).toBe(200);
    expect(site.output()).not.toContain('Still serving the previous version');
  });
});
