import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { packageSpecifier } from '../../../create/package-specifier.js';

const NAME = 'cms-api-components';
const VERSION = '1.2.3';

/** A folder `host` in which the package is installed, with `archive.tgz` beside it. */
async function aHost(specifier: (root: string) => string, kind = 'dependencies') {
  const root = await mkdtemp(join(tmpdir(), 'cms-specifier-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, 'archive.tgz'), '');
  await mkdir(join(root, 'host'));
  await writeFile(join(root, 'host/package.json'), JSON.stringify({ [kind]: { [NAME]: specifier(root) } }));
  const installed = async (path: string): Promise<string> => {
    await mkdir(join(root, 'host', path), { recursive: true });
    await writeFile(join(root, 'host', dirname(path), '.keep'), '');
    return packageSpecifier(join(root, 'host/site'), {
      folder: join(root, 'host', path),
      name: NAME,
      version: VERSION,
    });
  };
  return { installed };
}

describe('packageSpecifier', () => {
  test.each([
    ['npm', `node_modules/${NAME}`, () => 'file:../archive.tgz'],
    [
      'pnpm',
      `node_modules/.pnpm/${NAME}@file+..+archive.tgz/node_modules/${NAME}`,
      (root: string) => `file:${join(root, 'archive.tgz')}`,
    ],
    ['yarn 1, a relative path', `node_modules/${NAME}`, () => '../archive.tgz'],
    ['yarn 1, an absolute path', `node_modules/${NAME}`, (root: string) => join(root, 'archive.tgz')],
    ['yarn with linked modules', `node_modules/${NAME}`, () => 'file:../archive.tgz'],
  ])('is the path of the archive that %s installed from', async (_manager, path, specifier) => {
    const { installed } = await aHost(specifier);
    expect(await installed(path)).toBe('file:../../archive.tgz');
  });

  test('is the same for a development dependency', async () => {
    const { installed } = await aHost(() => 'file:../archive.tgz', 'devDependencies');
    expect(await installed(`node_modules/${NAME}`)).toBe('file:../../archive.tgz');
  });

  test.each([
    ['was released', () => '^0.1.0'],
    ['was installed from a deleted archive', () => 'file:../gone.tgz'],
    ['was installed by a tag', () => 'latest'],
  ])('is the version of a package that %s', async (_case, specifier) => {
    const { installed } = await aHost(specifier);
    expect(await installed(`node_modules/${NAME}`)).toBe(VERSION);
  });

  test('is the path of a checkout', async () => {
    const running = { folder: '/sources/checkout', name: NAME, version: VERSION };
    expect(await packageSpecifier('/sources/sites/one', running)).toBe('file:../../checkout');
  });
});
