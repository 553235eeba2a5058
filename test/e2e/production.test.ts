import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCms, startCms } from '../console/run-cms.js';
import { anInstalledProject } from '../console/running-site.js';
import { freePort } from '../support/free-port.js';

const PASSPHRASE = 'open sesame';

async function writeKeys(project: string, bits: number): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
  });
  const publicKey = createPublicKey(createPrivateKey({ key: privateKey, passphrase: PASSPHRASE }));
  await writeFile(join(project, 'private.pem'), privateKey);
  await writeFile(join(project, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
}

async function openRegistration(project: string): Promise<void> {
  const file = join(project, 'cms.config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const user = { class_name: 'User', security: { create: "is_granted('PUBLIC_ACCESS')" } };
  await writeFile(file, JSON.stringify({ ...config, user, access_control: [], mercure: false }));
}

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'sqlite:var/cms.sqlite',
  JWT_SECRET_KEY: 'private.pem',
  JWT_PUBLIC_KEY: 'public.pem',
  JWT_PASSPHRASE: PASSPHRASE,
  ADMIN_PASSWORD: 'a password of production',
  MAILER_DSN: 'null:',
  MAILER_FROM: 'site@example.com',
};

describe('commands that read the database, in production', () => {
  test('require no keys, no mail server, no hub and no administrator', async () => {
    const project = await anInstalledProject('initialised');
    const env = { NODE_ENV: 'production', DATABASE_URL: 'sqlite:var/cms.sqlite' };
    const document = join(project, 'openapi.json');
    for (const args of [
      ['generate'],
      ['generate', '--openapi', document],
      ['migrate:status'],
      ['migrate:run'],
      ['doctor'],
      ['doctor', '--repair'],
      ['migrate:revert', '--allow-destructive'],
    ])
      expect({ args, ...(await runCms(args, { cwd: project, env })) }).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(document, 'utf8'))).toHaveProperty('paths');
    await expect(stat(join(project, 'var/jwt'))).rejects.toThrow('ENOENT');

    const unnamed = await runCms(['migrate:run'], { cwd: project, env: { NODE_ENV: 'production' } });
    expect(unnamed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/DATABASE_URL: must be configured[^]*sqlite:FILE/),
    });
    const broken = { ...env, DATABASE_URL: 'oracle://somewhere' };
    const refused = await runCms(['migrate:run'], { cwd: project, env: broken });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL') });
    const served = await runCms(['serve'], { cwd: project, env });
    expect(served).toMatchObject({ code: 1, stderr: expect.stringMatching(/MAILER_DSN[^]*MERCURE_URL/) });
  });
});

describe('cms serve in production', () => {
  test('prints every notice, and does not start with short keys or the development password', async () => {
    const project = await anInstalledProject('filled');
    await openRegistration(project);
    await writeKeys(project, 1024);
    const serve = () => runCms(['serve'], { cwd: project, env: PRODUCTION });

    const short = await serve();
    expect(short.code).toBe(1);
    expect(short.stderr).toContain('JWT_SECRET_KEY has 1024 bits');

    await writeKeys(project, 2048);
    const copied = await serve();
    expect(copied.code).toBe(1);
    expect(copied.stderr).toContain('user.security.create allows public registration');
    expect(copied.stderr).toContain('have the default password of development:\n  admin\n');
    expect(copied.stderr).not.toContain(PRODUCTION.ADMIN_PASSWORD);

    const changed = [
      'user:create',
      'admin',
      'admin@example.com',
      'another one',
      '--super-admin',
      '--overwrite',
    ];
    expect((await runCms(changed, { cwd: project, env: PRODUCTION })).code).toBe(0);
    const port = await freePort();
    const child = startCms(['serve', '--port', String(port)], { cwd: project, env: PRODUCTION });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/api/_/health`).then(
          (answer) => answer.status,
          () => 0,
        ),
      )
      .toBe(200);
    expect((await stat(join(project, 'var/cms.sqlite'))).mode & 0o077).toBe(0);
  });
});

describe('cms dev', () => {
  test('prints no password that a user chose, and every notice once', async () => {
    const project = await anInstalledProject('initialised');
    await openRegistration(project);
    const port = String(await freePort());
    const env = { ADMIN_PASSWORD: 'chosen with care' };
    const child = startCms(['dev', '--port', port], { cwd: project, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output).toContain('Administrator  admin / the password in ADMIN_PASSWORD');
    const badge = { title: 'Badge', type: 'object', 'x-resource': 'component', properties: {} };
    await writeFile(join(project, 'schemas/Badge.json'), JSON.stringify(badge));
    await expect.poll(() => output).toContain('Applied the changes.');
    expect(output).not.toContain(env.ADMIN_PASSWORD);
    expect(output.match(/allows public registration/g)).toHaveLength(1);
  });
});
