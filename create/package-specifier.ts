import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A package with its folder, name and version. */
export interface RunningPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/**
 * Returns the dependency specifier of a package: the version of a released package, or the relative path of a local
 * checkout or archive.
 */
export async function packageSpecifier(project: string, running: RunningPackage): Promise<string> {
  const { folder, name, version } = running;
  if (!folder.includes(`${sep}node_modules${sep}`)) return fileSpecifier(project, folder);
  const archive = await installedArchive(folder, name);
  return archive === undefined ? version : fileSpecifier(project, archive);
}

/**
 * Returns dependency specifiers by package name.
 * @param folders folders of the packages, all of the same version
 */
export async function packageSpecifiers(
  project: string,
  version: string,
  folders: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const found = Object.entries(folders).map(
    async ([name, folder]) => [name, await packageSpecifier(project, { name, folder, version })] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}

/**
 * Returns the path of the archive from which a package was installed, as declared in the dependent `package.json`.
 * Every package manager writes it there, in different path formats. Lock files and folders have no common format.
 */
async function installedArchive(running: string, name: string): Promise<string | undefined> {
  for (let folder = dirname(running); folder !== dirname(folder); folder = dirname(folder)) {
    const specifier = await specifierIn(join(folder, 'package.json'), name);
    if (specifier === undefined) continue;
    const path = specifier.replace(/^file:/, '');
    const isPath = path !== specifier || isAbsolute(path) || /^\.{1,2}[/\\]/.test(path);
    const archive = resolve(folder, path);
    return isPath && existsSync(archive) ? archive : undefined;
  }
  return undefined;
}

async function specifierIn(path: string, name: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const document = parse(text);
  const specifiers = ['dependencies', 'devDependencies', 'optionalDependencies'].map((kind) =>
    member(member(document, kind), name),
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
