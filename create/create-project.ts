import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { DEFAULT_CHOICES, type DatabaseName, type ProjectChoices } from './choices.js';
import { deploymentLayers, deploymentValues, USUAL_PROJECT } from './deployments.js';
import { joinLayers, writeFiles } from './layers.js';
import { ownPackage, templateFolders } from './own-package.js';
import { packageNameOf, titleOf } from './project-name.js';

export { addDeployments, type AddedDeployments } from './add-deployments.js';
export * from './choices.js';
export { USUAL_PROJECT, type DeployedProject } from './deployments.js';
export { nextCommands, packageManagerOf, type PackageManager } from './package-manager.js';
export { packageSpecifiers } from './package-specifier.js';

export interface ProjectOptions extends Partial<ProjectChoices> {
  /** A new or empty folder. It may contain `.git`, editor folders and a licence. */
  readonly directory: string;
  /** Name of the project package; default: the folder name. */
  readonly name?: string | undefined;
  /** Versions or paths for `package.json`, by package name. See `packageSpecifiers`. */
  readonly specifiers: Readonly<Record<string, string>>;
}

/** The folder of a new project can't be used. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** Database settings in `.env`. */
const DATABASE_LINES: Readonly<Record<DatabaseName, (name: string) => string>> = {
  sqlite: () =>
    '# Without it the embedded database in var/ is used.\n# DATABASE_URL=postgres://user:password@localhost:5432/database',
  postgres: (name) =>
    `# Create the database first: createdb ${name}\nDATABASE_URL=postgres://postgres:postgres@localhost:5432/${name}`,
  mariadb: (name) =>
    `# Create the database first: create database ${name} character set utf8mb4\nDATABASE_URL=mysql://root:root@localhost:3306/${name}`,
};

/** Lines about the admin in the README. */
const ADMIN_LINES = `
It also prints the address of the admin, where editors work on the pages and types of this project without a front end. Custom inputs
and screens belong in \`admin/\` (see \`how-to/admin.md\` in the documentation).
`;
const FRONT_END_LINES = `
\`npm run dev\` starts this API and the front end in \`front-end/\`, at \`http://localhost:3000\`. \`npm run dev -- --fresh\` empties the
local database without confirmation, then loads the current \`scaffold.ts\`.
`;

/**
 * Creates a new project from layers, which are folders of `templates/`: base, content, admin, front-end base, front
 * end, its views of the content, and deployments. JSON files are merged. Other files replace those of earlier layers.
 * @returns the sorted paths of the files, relative to the folder.
 * @throws FolderError if the folder contains files or is a file.
 */
export async function createProject(options: ProjectOptions): Promise<readonly string[]> {
  const { directory, specifiers, database, content, frontEnd, admin, deployments } = {
    ...DEFAULT_CHOICES,
    ...options,
  };
  const root = resolve(directory);
  await assertEmpty(root, directory);
  const name = packageNameOf(options.name ?? basename(root));
  const { devDependencies = {} } = ownPackage();
  const drawing = ['base', frontEnd, `${frontEnd}-${content}`].map((name) => `front-end/${name}`);
  // The PostgreSQL driver is a dependency of the package.
  const driver = database === 'postgres' ? [] : [`database/${database}`];
  const layers = [
    ...['base', ...driver, `content/${content}`],
    ...(admin ? ['admin'] : []),
    ...(frontEnd === 'none' ? [] : drawing),
  ];
  const files = await joinLayers(templateFolders([...layers, ...deploymentLayers(deployments)]));
  return writeFiles(root, files, {
    name,
    title: titleOf(name),
    adminLines: admin ? ADMIN_LINES : '',
    frontEndLines: frontEnd === 'none' ? '' : FRONT_END_LINES,
    databaseLines: DATABASE_LINES[database](name.replaceAll(/[^a-z0-9]+/g, '_')),
    // Projects use the compiler version that the templates are tested with.
    typescript: devDependencies['typescript'] ?? '',
    typesOfNode: devDependencies['@types/node'] ?? '',
    ...devDependencies,
    ...specifiers,
    ...deploymentValues({ ...USUAL_PROJECT, name }),
  });
}

/** Folder entries that don't conflict with a project: version control, editors, operating systems and a licence. */
const HARMLESS =
  /^(?:\.git|\.hg|\.idea|\.vscode|\.DS_Store|Thumbs\.db|(?:licen[cs]e|copying)(?:-\w+)?(?:\.(?:md|txt|rst))?)$/i;

async function assertEmpty(root: string, directory: string): Promise<void> {
  if (!existsSync(root)) return;
  const entries = await readdir(root).catch(() => undefined);
  if (entries === undefined) throw new FolderError(`${directory} is a file. Choose a new or empty folder.`);
  if (entries.some((name) => !HARMLESS.test(name)))
    throw new FolderError(`${directory} is not empty, so nothing was written. Choose a new or empty folder.`);
}
