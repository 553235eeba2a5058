import { link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { sourceFiles } from '../support/source-files.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The list of features, which is the only file outside a feature folder that imports it. */
export const LIST = 'runtime/features.ts';

/** Packages of this repository, and their folders. */
const OWN_PACKAGES = new Map([
  ['cms-api-components', 'runtime'],
  ['cms-api-components-generator', 'generator'],
]);

export const folderOf = (feature: string): string => `runtime/features/${feature}`;

/**
 * Returns the list without the imports and the lines of these features.
 * @throws Error when it does not contain one of them.
 */
export function listWithout(features: readonly string[]): string {
  return features.reduce(withoutLines, readFileSync(join(ROOT, LIST), 'utf8'));
}

function withoutLines(list: string, feature: string): string {
  const from = `\\{([^}]*)\\} from '\\./features/${feature}/definition\\.js';\\n`;
  const [, names = ''] = new RegExp(`^import ${from}`, 'm').exec(list) ?? [];
  if (names === '') throw new Error(`${LIST} does not import ${feature}`);
  return names
    .split(',')
    .reduce(
      (text, name) => text.replace(new RegExp(`^  ${name.trim()},\\n`, 'm'), ''),
      list.replaceAll(new RegExp(`^(?:import|export) ${from}`, 'gm'), ''),
    );
}

/** Copies the compiled packages, without the folders and the lines of these features. */
export async function copyWithout(features: readonly string[], target: string): Promise<void> {
  const left = new Set([
    'runtime/dist/bundled',
    ...features.map((feature) => `runtime/dist/features/${feature}`),
  ]);
  for (const folder of ['runtime/dist', 'generator/dist', 'generator/schema'])
    await linkFolder(folder, target, (path) => !left.has(path));
  for (const file of ['runtime/package.json', 'runtime/cms.js', 'generator/package.json'])
    await link(join(ROOT, file), join(target, file));
  await linkPackages(target);
  const list = join(target, 'runtime/dist/features.js');
  await rm(list); // it is the same file of this repository, by another name
  await writeFile(list, transpile(listWithout(features)));
  await bundle(target);
}

/** Bundles the remaining modules, like `npm run build`. */
async function bundle(root: string): Promise<void> {
  const { bundleRuntime } = (await import(pathToFileURL(join(ROOT, 'bundle-runtime.js')).href)) as {
    readonly bundleRuntime: (root: string) => Promise<void>;
  };
  await bundleRuntime(root);
}

/** Links every installed package, except those of this repository, which are copied. */
async function linkPackages(target: string): Promise<void> {
  const packages = join(target, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const own = OWN_PACKAGES.get(name);
    await symlink(
      own === undefined ? join(ROOT, 'node_modules', name) : join(target, own),
      join(packages, name),
    );
  }
}

/** Copies the files to another folder. */
async function linkFolder(
  folder: string,
  target: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  await mkdir(join(target, folder), { recursive: true });
  for (const entry of await readdir(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!isWanted(path)) continue;
    if (entry.isDirectory()) await linkFolder(path, target, isWanted);
    else await link(join(ROOT, path), join(target, path));
  }
}

function transpile(text: string): string {
  const { ES2023 } = ts.ScriptTarget;
  return ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ES2023 } })
    .outputText;
}

/** Files of `runtime/` and `generator/` outside of its folder that import from it, or contain its name. */
export async function filesNaming(feature: string): Promise<readonly string[]> {
  const named: string[] = [];
  for (const folder of ['runtime', 'generator'])
    for (const path of sourceFiles(folder)) {
      if (path.startsWith(`${folderOf(feature)}/`)) continue;
      if ((await readFile(join(ROOT, path), 'utf8')).includes(`features/${feature}/`)) named.push(path);
    }
  return named;
}
