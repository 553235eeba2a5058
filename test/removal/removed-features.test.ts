import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCms } from '../console/run-cms.js';
import { startSite } from '../console/running-site.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { createTypeCheck } from './type-check.js';
import { copyWithout, filesNaming, LIST } from './without-feature.js';

/** What tells of a feature in documents and in the help of the command line, by its folder. */
const TRACES: Readonly<Record<string, RegExp>> = {
  caching: /purge-(?:rendered|http)|\/_\/(?:rendered_html|http_cache)\b|"Caches"|cache-tag/i,
  collections: /\/component\/collections\b/,
  forms: /\/component\/forms\b|form-cache-purge|"Form\b/,
  orphans: /orphan/i,
  realtime: /mercure|\bhub\b/i,
};
/** With those that tell nothing of themselves there. */
const FEATURES = [...Object.keys(TRACES), 'metrics', 'traces'];

test.each(FEATURES)('%s is named by the list of features alone', async (feature) => {
  expect(await filesNaming(feature)).toEqual([LIST]);
});

describe('the types of the runtime and the generator', () => {
  const check = createTypeCheck();

  test('are right with all features', () => {
    expect(check(undefined)).toEqual([]);
  });

  test.each(FEATURES)('are right without %s', (feature) => {
    expect(check(feature)).toEqual([]);
  });
});

const SCAFFOLD = `import { defineScaffold } from 'cms-api-components';

export default defineScaffold((site) => {
  const main = site.layout('main', 'Primary');
  site.page('home', 'Primary', main, { title: 'Home', route: '/' });
});
`;

/** A new project whose package lacks a feature; one with all of them where that is undefined. */
async function projectWithout(feature: string | undefined) {
  const folder = await temporaryFolder();
  const [packageFolder, project] = [join(folder, 'package'), join(folder, 'site')];
  await copyWithout(feature, packageFolder);
  const cms = join(packageFolder, 'runtime/cms.js');
  const run = async (...args: readonly string[]): Promise<string> => {
    const cwd = args[0] === 'init' ? folder : project;
    const { code, stdout, stderr } = await runCms(args, { cwd, cms });
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  await run('init', 'site');
  // What a new project starts with stands on features itself.
  await rm(join(project, 'schemas/forms'), { recursive: true });
  await writeFile(join(project, 'scaffold.ts'), SCAFFOLD);
  await mkdir(join(project, 'node_modules'));
  await symlink(join(packageFolder, 'runtime'), join(project, 'node_modules/cms-api-components'));
  return { project, cms, run };
}

/** What a project says of itself, on the command line and over HTTP. */
async function everythingSaid({ project, cms, run }: Awaited<ReturnType<typeof projectWithout>>) {
  await run('generate');
  await run('migrate:run');
  await run('migrate:revert');
  await run('migrate:run');
  await run('scaffold:load');
  const said = [await run('doctor'), await run('--help')];
  const site = await startSite('serve', { cwd: project, cms });
  onTestFinished(() => site.signal('SIGKILL'));
  for (const path of ['/_/pages', '/docs.jsonopenapi', '/docs.jsonld', '/']) {
    const answer = await fetch(`${site.url}${path}`);
    expect(answer.status).toBe(200);
    said.push(JSON.stringify([...answer.headers]), await answer.text());
  }
  expect(await site.stop()).toBe(0);
  return said.join('\n');
}

test('a project with all features tells of each of them', async () => {
  const said = await everythingSaid(await projectWithout(undefined));
  for (const trace of Object.values(TRACES)) expect(said).toMatch(trace);
});

test.each(Object.entries(TRACES))(
  'a project without %s migrates, serves and tells nothing of it',
  async (feature, trace) => {
    expect(await everythingSaid(await projectWithout(feature))).not.toMatch(trace);
  },
);
