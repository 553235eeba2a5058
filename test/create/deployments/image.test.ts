import { spawn, spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aProject } from '../../console/a-project.js';
import { resultOf, runCms } from '../../console/run-cms.js';
import { installPackage, linkPackage } from '../../console/running-site.js';
import { freePort } from '../../support/free-port.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { contextOf, playDockerfile, type PlayedStage } from './dockerfile.js';
import { variablesOf } from './made-files.js';

/** Uid of `node` in the image. Only root can change the owner of files and processes. */
const isRoot = process.getuid?.() === 0;
const UID = isRoot ? 1000 : (process.getuid?.() ?? 1000);
const PASSPHRASE = 'open sesame';

/** The image of a generated project with the files of `cms init --deploy`. */
async function anImage(): Promise<PlayedStage> {
  const project = await aProject('generated');
  expect(await runCms(['init', '--deploy', 'compose'], { cwd: project })).toMatchObject({ code: 0 });
  writeFileSync(join(project, 'package-lock.json'), '{}');
  const folder = await temporaryFolder();
  chmodSync(folder, 0o755);
  const [context, into] = [join(folder, 'context'), join(folder, 'stages')];
  for (const made of [context, into]) mkdirSync(made);
  for (const name of contextOf(project, await readFile(join(project, '.dockerignore'), 'utf8')))
    cpSync(join(project, name), join(context, name), { recursive: true });
  expect(readdirSync(context)).toEqual(expect.arrayContaining(['generated', 'cms.config.json']));
  // The hub identifies the service by the claims in the Caddyfile.
  const config = JSON.parse(await readFile(join(context, 'cms.config.json'), 'utf8')) as object;
  const jwt = { iss: 'https://site.example.com', sub: 'site', client_id: 'site' };
  writeFileSync(join(context, 'cms.config.json'), JSON.stringify({ ...config, mercure: { jwt } }));
  const dockerfile = await readFile(join(project, 'Dockerfile'), 'utf8');
  const image = await playDockerfile(dockerfile, { context, into, install, uid: UID });
  // Variables of the example, with values for this test.
  Object.assign(
    image.env,
    variablesOf(await readFile(join(project, 'deploy/env/service.env.example'), 'utf8')),
  );
  return image;
}

/** Imitates `npm ci`: the command and its dependencies. Without development dependencies, there is no generator. */
async function install(folder: string, flags: readonly string[]): Promise<void> {
  if (flags.includes('--omit=dev')) {
    mkdirSync(join(folder, 'node_modules'));
    await linkPackage(folder, 'cms-api-components');
    await rm(join(folder, 'node_modules/.bin'), { recursive: true });
  } else await installPackage(folder);
  mkdirSync(join(folder, 'node_modules/.bin'));
  await symlink('../cms-api-components/cms.js', join(folder, 'node_modules/.bin/cms'));
}

function writeKeys(folder: string): void {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
  });
  const publicKey = createPublicKey(createPrivateKey({ key: privateKey, passphrase: PASSPHRASE }));
  writeFileSync(join(folder, 'private.pem'), privateKey);
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
}

/** Starts commands like a container with a read-only root file system, except for the volume and `/tmp`. */
async function containerOf(image: PlayedStage) {
  const secrets = join(image.root, 'run/secrets');
  mkdirSync(secrets, { recursive: true });
  writeKeys(secrets);
  chmodSync(join(image.root, 'tmp'), 0o777);
  spawnSync('chmod', ['-R', 'a-w', join(image.root, 'site'), secrets]);
  onTestFinished(() => void spawnSync('chmod', ['-R', 'u+w', image.root]));
  const port = await freePort();
  const inside = (path = ''): string => join(image.root, path);
  const env = {
    PATH: process.env['PATH'],
    ...image.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    CMS_DATA_DIR: inside(image.env['CMS_DATA_DIR']),
    // Its folder is the volume. compose.yaml has a database server.
    DATABASE_URL: `sqlite:${inside('/data/cms.sqlite')}`,
    JWT_SECRET_KEY: inside(image.env['JWT_SECRET_KEY']),
    JWT_PUBLIC_KEY: inside(image.env['JWT_PUBLIC_KEY']),
    JWT_PASSPHRASE: PASSPHRASE,
    MERCURE_URL: `http://127.0.0.1:${await freePort()}/.well-known/mercure`,
    HTTP_CACHE_PURGER: 'varnish-xkey',
    HTTP_CACHE_URLS: `http://127.0.0.1:${await freePort()}`,
    TMPDIR: inside('/tmp'),
    HOME: '/nonexistent',
  };
  const account = isRoot ? { uid: UID, gid: UID } : {};
  const start = ([program = '', ...args]: readonly string[]) =>
    spawn(program, args, { cwd: inside(image.workdir), env, ...account });
  return {
    port,
    start,
    run: (...words: readonly string[]) => resultOf(start([...image.entrypoint, ...words])),
    check: () => resultOf(start(image.healthcheck)),
  };
}

describe('the image of a project', () => {
  test('builds, migrates, serves as an account that can write only to its volume, reports its health, and stops on SIGTERM', async () => {
    const image = await anImage();
    expect(image.user).toBe('node');
    expect(readdirSync(join(image.root, 'site'))).toEqual(
      expect.arrayContaining(['cms.config.json', 'dist', 'generated', 'node_modules', 'package.json']),
    );
    expect(readdirSync(join(image.root, 'site/node_modules'))).not.toContain('cms-api-components-generator');
    expect(readdirSync(join(image.root, 'site'))).not.toContain('.env');
    const container = await containerOf(image);
    const refused = await container.run(...image.command);
    expect(refused.stderr).toContain('cms migrate:run');
    expect(await container.run('migrate:run')).toMatchObject({ code: 0 });
    expect(await container.check()).toMatchObject({ code: 1 });

    const service = container.start([...image.entrypoint, ...image.command]);
    onTestFinished(() => void service.kill('SIGKILL'));
    const ended = resultOf(service);
    await expect.poll(async () => (await container.check()).code).toBe(0);
    const live = await fetch(`http://127.0.0.1:${container.port}/api/_/health/live`);
    expect(live.status).toBe(200);
    service.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });
});
