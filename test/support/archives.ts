import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
// The archives contain compiled files.
import '../console/run-cms.js';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** The packages, each with its source folder. */
export const PACKAGE_FOLDERS = {
  'cms-api-components': 'runtime',
  'cms-api-components-generator': 'generator',
  'cms-api-components-admin': 'admin-app',
  'cms-api-components-imports': 'runtime/packages/imports',
  'create-cms-api-components': 'create',
} as const;
export type PackageName = keyof typeof PACKAGE_FOLDERS;

export interface Archive {
  readonly name: PackageName;
  /** The file. */
  readonly path: string;
  /** Paths of its files, relative to the folder of the package. */
  readonly files: readonly string[];
  /** `sha512-…` of the file, as in lock files. */
  readonly integrity: string;
}

/** Output of npm for an archive that it created. */
interface PackedArchive extends Pick<Archive, 'name' | 'integrity'> {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the packages into a folder, as for publication. */
export async function packArchives(folder: string): Promise<Readonly<Record<PackageName, Archive>>> {
  const workspaces = Object.keys(PACKAGE_FOLDERS).flatMap((name) => ['-w', name]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...workspaces], {
    cwd: REPOSITORY,
    maxBuffer: 32 * 1024 * 1024,
  });
  const archives = (JSON.parse(stdout) as readonly PackedArchive[]).map(
    ({ name, integrity, filename, files }): readonly [PackageName, Archive] => {
      const paths = files.map(({ path }) => path);
      return [name, { name, integrity, path: join(folder, filename), files: paths }];
    },
  );
  // One for each given workspace.
  return Object.fromEntries(archives) as Record<PackageName, Archive>;
}
