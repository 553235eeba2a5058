import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';

const SCRIPT = fileURLToPath(new URL('../../../.ci/advisories.js', import.meta.url));

const ADVISORY = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Reads files outside its folder',
  severity: 'high',
  vulnerable_versions: '<1.2.5',
};

/** Advisories that the registry publishes for the packages of the project. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  '/reads-files': {
    name: 'reads-files',
    'dist-tags': { latest: '1.2.5' },
    versions: Object.fromEntries(
      ['1.2.4', '1.2.5'].map((version) => [version, { name: 'reads-files', version, dist: {} }]),
    ),
  },
};

/** A registry with the documents above; `advise` responds to requests for advisories. */
async function openRegistry(advise: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    const document = DOCUMENTS[request.url ?? ''];
    if (request.method === 'POST') advise(response);
    else if (document === undefined) response.writeHead(404).end('{}');
    else sendJson(response, document);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

const sendJson = (response: ServerResponse, document: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));

/** A project with one production dependency and one development dependency, at the versions of its lock file. */
async function aProject(): Promise<string> {
  const folder = await temporaryFolder();
  const manifest = {
    name: 'site',
    version: '1.0.0',
    dependencies: { 'reads-files': '^1.2.4' },
    devDependencies: { 'writes-files': '1.0.0' },
  };
  const packages = {
    '': manifest,
    'node_modules/reads-files': { version: '1.2.4' },
    'node_modules/writes-files': { version: '1.0.0', dev: true },
  };
  const lock = { name: 'site', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return folder;
}

/** Compares the project with a registry, regardless of the npm settings of this machine. */
async function compare(registry: string) {
  const [folder, home] = [await aProject(), await temporaryFolder()];
  const env = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: join(home, 'cache'),
    npm_config_userconfig: join(home, 'settings'),
  };
  return new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      const child = execFile(process.execPath, [SCRIPT, folder], { env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    },
  );
}

describe('production dependencies', () => {
  test.each(['high', 'critical'])('with an advisory of %s severity fail the check', async (severity) => {
    const registry = await openRegistry((response) =>
      sendJson(response, { 'reads-files': [{ ...ADVISORY, severity }] }),
    );
    expect(await compare(registry)).toEqual({
      code: 1,
      stdout: '',
      stderr: `reads-files 1.2.4: ${severity}: Reads files outside its folder (https://advisories.example/1); run npm audit fix\n`,
    });
  });

  test('without a fixed version are reported as such', async () => {
    const registry = await openRegistry((response) =>
      sendJson(response, { 'reads-files': [{ ...ADVISORY, vulnerable_versions: '*' }] }),
    );
    expect(await compare(registry)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('; no fix is available'),
    });
  });

  test.each([
    ['no advisory', {}],
    ['an advisory of low severity', { 'reads-files': [{ ...ADVISORY, severity: 'low' }] }],
    ['an advisory for other versions', { 'reads-files': [{ ...ADVISORY, vulnerable_versions: '<1.0.0' }] }],
    ['an advisory for a development dependency', { 'writes-files': [ADVISORY] }],
  ])('with %s pass', async (_name, advisories) => {
    const registry = await openRegistry((response) => sendJson(response, advisories));
    expect(await compare(registry)).toEqual({
      code: 0,
      stdout: 'no advisories of high or critical severity for production dependencies\n',
      stderr: '',
    });
  });

  test.each([
    [
      'has no advisories',
      (response: ServerResponse) => response.writeHead(405).end(),
      '405 Method Not Allowed',
    ],
    ['fails', (response: ServerResponse) => response.writeHead(500).end(), '500 Internal Server Error'],
    ['drops the connection', (response: ServerResponse) => response.destroy(), 'socket hang up'],
  ])('pass with a notice when the registry %s', async (_name, advise, reason) => {
    const { code, stdout, stderr } = await compare(await openRegistry(advise));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^could not check production dependencies for advisories: /);
    expect(stdout).toContain(reason);
  });
});
