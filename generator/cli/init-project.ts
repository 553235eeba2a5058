import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep, isAbsolute } from 'node:path';
import {
  packageDocument,
  packageRoot,
  PACKAGE_NAME,
  packageVersion,
} from '../../runtime/kernel/util/package-root.js';
import { ProjectError } from '../../runtime/project/project-error.js';

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

/**
 * How the `package.json` of a new project names this package, so that an installation finds it: a released package by its
 * version, a checkout or an archive on this machine by its path, relative to the project.
 */
export async function packageSpecifier(project: string, running: string = packageRoot()): Promise<string> {
  if (!running.includes(`${sep}node_modules${sep}`)) return fileSpecifier(project, running);
  const archive = await installedArchive(running);
  return archive === undefined ? packageVersion() : fileSpecifier(project, archive);
}

/**
 * Path of the archive that the running package was installed from, as the `package.json` says that asked for it. Every
 * package manager writes it there, each with its own form of path, while their lock files and folders have little in common.
 */
async function installedArchive(running: string): Promise<string | undefined> {
  for (let folder = dirname(running); folder !== dirname(folder); folder = dirname(folder)) {
    const specifier = await specifierIn(join(folder, 'package.json'));
    if (specifier === undefined) continue;
    const path = specifier.replace(/^file:/, '');
    const isPath = path !== specifier || isAbsolute(path) || /^\.{1,2}[/\\]/.test(path);
    const archive = resolve(folder, path);
    return isPath && existsSync(archive) ? archive : undefined;
  }
  return undefined;
}

async function specifierIn(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const document = parse(text);
  const specifiers = ['dependencies', 'devDependencies', 'optionalDependencies'].map((kind) =>
    member(member(document, kind), PACKAGE_NAME),
  );
  return specifiers.find((specifier) => typeof specifier === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

const fileSpecifier = (project: string, path: string): string =>
  `file:${relative(project, path).split(sep).join('/')}`;
