import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCms } from '../console/run-cms.js';
import { startSite } from '../console/running-site.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { FEATURES, removedAlone, TRACES } from './traces.js';
import { copyWithout } from './without-feature.js';

const SCAFFOLD = `import { defineScaffold } from 'cms-api-components';

export default defineScaffold((site) => {
  const main = site.layout('main', 'Primary');
  site.page('home', 'Primary', main, { title: 'Home', route: '/' });
});
`;

/** Matches nothing, for features without traces in the output. */
const NOTHING = /$^/;

/** A new project whose package does not contain these features. */
async function projectWithout(...features: readonly string[]) {
  const folder = await temporaryFolder();
  const [packageFolder, project] = [join(folder, 'package'), join(folder, 'site')];
  await copyWithout(features, packageFolder);
  const cms = join(packageFolder, 'runtime/cms.js');
  const run = async (...args: readonly string[]): Promise<string> => {
    const cwd = args[0] === 'init' ? folder : project;
    const { code, stdout, stderr } = await runCms(args, { cwd, cms });
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  await run('init', 'site');
  // The default content of a new project uses features.
  await rm(join(project, 'schemas/forms'), { recursive: true });
  await writeFile(join(project, 'scaffold.ts'), SCAFFOLD);
  await mkdir(join(project, 'admin'));
  await writeFile(join(project, 'admin/index.js'), 'export default {};\n');
  await mkdir(join(project, 'node_modules'));
  await symlink(join(packageFolder, 'runtime'), join(project, 'node_modules/cms-api-components'));
  return { project, cms, run };
}

/** Collects all output of a project, on the command line and over HTTP. */
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
  said.push(await run('build'));
  return said.join('\n');
}

test('a project with all features has traces of each of them', async () => {
  const said = await everythingSaid(await projectWithout());
  for (const trace of Object.values(TRACES)) expect(said).toMatch(trace);
  expect(said).toContain('dist/admin/own.json');
});

test('a project without any features migrates, serves and has no traces of them', async () => {
  const said = await everythingSaid(await projectWithout(...FEATURES));
  for (const trace of Object.values(TRACES)) expect(said).not.toMatch(trace);
});

test.each(removedAlone())(
  'a project without %s migrates, serves and has no traces of it',
  async (feature) => {
    expect(await everythingSaid(await projectWithout(feature))).not.toMatch(TRACES[feature] ?? NOTHING);
  },
);
