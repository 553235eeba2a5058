import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { PACKAGE_NAME, packageRoot, packageVersion } from '../../runtime/project/package-root.js';
import { ProjectError } from '../../runtime/project/project-error.js';

/**
 * Package archives leave out files of these names, so the templates carry others. `.env` stays on the machine; the example
 * beside it goes into version control.
 */
const DOT_FILES: Readonly<Record<string, readonly string[]>> = {
  gitignore: ['.gitignore'],
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
  const values: Readonly<Record<string, string>> = {
    name: packageNameOf(basename(root)),
    title: titleOf(basename(root)),
    dependency: await dependencySpecifier(root),
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

/** A released package is named by version; a checkout or a local archive by its path, so that `npm install` finds it. */
async function dependencySpecifier(root: string): Promise<string> {
  const running = packageRoot();
  const marker = `${sep}node_modules${sep}`;
  const position = running.lastIndexOf(marker);
  if (position === -1) return `file:${posixPath(relative(root, running))}`;
  const host = running.slice(0, position);
  const archive = await localArchive(host);
  return archive === undefined ? packageVersion() : `file:${posixPath(relative(root, archive))}`;
}

/** Path of the archive that the running package was installed from, when it came from one. */
async function localArchive(host: string): Promise<string | undefined> {
  try {
    const lock: unknown = JSON.parse(await readFile(join(host, 'node_modules/.package-lock.json'), 'utf8'));
    const resolved = resolvedOf(lock);
    if (resolved === undefined || !resolved.startsWith('file:')) return undefined;
    const archive = resolve(host, resolved.slice('file:'.length));
    return existsSync(archive) ? archive : undefined;
  } catch {
    return undefined;
  }
}

function resolvedOf(lock: unknown): string | undefined {
  const packages = member(lock, 'packages');
  const resolved = member(member(packages, `node_modules/${PACKAGE_NAME}`), 'resolved');
  return typeof resolved === 'string' ? resolved : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

const posixPath = (path: string): string => path.split(sep).join('/');

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
