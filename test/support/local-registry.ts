import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Archive, PACKAGE_FOLDERS, type PackageName } from './archives.js';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

export interface LocalRegistry {
  /**
   * Environment variables with which npm installs from it. They override other npm settings of this process and
   * machine.
   * @param folder one that npm can create
   */
  settings(folder: string): Readonly<Record<string, string>>;
  close(): void;
}

/**
 * A registry with published archives, which redirects requests for other packages to the configured npm registry. It
 * serves what an installation reads: the document of a package with its versions, and the archive of a version.
 */
export async function openRegistry(archives: Readonly<Record<PackageName, Archive>>): Promise<LocalRegistry> {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: REPOSITORY });
  const elsewhere = stdout.trim();
  const published = new Map<string, Archive>(Object.entries(archives));

  const server = createServer((request, response) => {
    const [, name = '', rest] = /^\/([^/?]+)(\/.*)?/.exec(request.url ?? '') ?? [];
    const archive = published.get(name);
    if (archive === undefined) {
      response.writeHead(302, { location: new URL((request.url ?? '').slice(1), elsewhere).href }).end();
    } else if (rest === undefined) {
      void packageDocument(archive, addressOf(server)).then((document) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document)),
      );
    } else createReadStream(archive.path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: (folder) => ({
      npm_config_registry: addressOf(server),
      npm_config_cache: join(folder, 'cache'),
      npm_config_userconfig: join(folder, 'settings'),
    }),
    close: () => void server.close(),
  };
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function packageDocument({ name, integrity }: Archive, url: string): Promise<object> {
  const text = await readFile(`${REPOSITORY}${PACKAGE_FOLDERS[name]}/package.json`, 'utf8');
  const manifest = JSON.parse(text) as { readonly version: string };
  const { version } = manifest;
  const dist = { tarball: `${url}/${name}/archive.tgz`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
