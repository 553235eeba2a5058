import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { packageDocument, packageRoot } from '../../runtime/kernel/util/package-root.js';
import { ProjectError } from '../../runtime/project/project-error.js';
import { packageSpecifier } from './package-specifier.js';

/**
 * Package archives leave out files of these names, so the templates carry others. `.env` stays on the machine; the example
 * beside it goes into version control.
 */
const DOT_FILES: Readonly<Record<string, readonly string[]>> = {
  gitignore: ['.gitignore'],
  gitattributes: ['.gitattributes'],
  env: ['.env', '.env.example'],
};

/** It will hold secrets; nobody else on the machine needs to read them. */
const PRIVATE_FILE = '.env';

/**
 * Writes a new project.
 * @returns the paths of the files, relative to the folder.
 * @throws ProjectError when the folder has files.
 */
export async function initProject(directory: string): Promise<readonly string[]> {
  const root = resolve(directory);
  await assertEmpty(root, directory);
  const templates = join(packageRoot(), 'templates/init');
  const { devDependencies } = packageDocument();
  const values: Readonly<Record<string, string>> = {
    name: packageNameOf(basename(root)),
    title: titleOf(basename(root)),
    dependency: await packageSpecifier(root),
    // A project is checked by the compiler that this package is checked by.
    typescript: devDependencies['typescript'] ?? '',
    typesOfNode: devDependencies['@types/node'] ?? '',
  };
  const written: string[] = [];
  for (const template of await listFiles(templates)) {
    const text = (await readFile(join(templates, template), 'utf8')).replaceAll(
      /\{\{(\w+)\}\}/g,
      (whole, name: string) => values[name] ?? whole,
    );
    for (const target of DOT_FILES[template] ?? [template]) {
      await mkdir(dirname(join(root, target)), { recursive: true });
      await writeFile(join(root, target), text, target === PRIVATE_FILE ? { mode: 0o600 } : {});
      written.push(target);
    }
  }
  return written.sort();
}

async function assertEmpty(root: string, directory: string): Promise<void> {
  if (!existsSync(root)) return;
  const entries = await readdir(root).catch(() => undefined);
  if (entries === undefined) throw new ProjectError(`${directory} is a file. Name a new or empty folder.`);
  if (entries.length > 0)
    throw new ProjectError(
      `${directory} has files already, so nothing was written. Name a new or empty folder.`,
    );
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-._]+|[-._]+$/g, '');
  return name === '' ? 'site' : name;
}

function titleOf(folder: string): string {
  const words = packageNameOf(folder).split(/[-._]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
