import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aProject, type ProjectState } from './a-project.js';
import { startSite } from './running-site.js';

const PARTS: readonly (readonly [state: ProjectState, path: string])[] = [
  ['initialised', 'generated'],
  ['migrated', 'generated'],
  ['migrated', 'generated/.generated-files.json'],
  ['migrated', 'generated/descriptors'],
];

test.each(PARTS)('cms dev serves a project of the state %s without %s', async (state, path) => {
  const cwd = await aProject(state);
  const first = await startSite('dev', { cwd });
  expect(await first.stop()).toBeDefined();
  await rm(join(cwd, path), { recursive: true });
  const site = await startSite('dev', { cwd });
  onTestFinished(async () => void (await site.stop()));
  expect((await fetch(`${site.url}/_/health`)).status).toBe(200);
  expect((await fetch(`${site.url}/component/titles`)).status).toBe(200);
});
