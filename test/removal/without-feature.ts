import { link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The list of features: the only file that names one from outside of its folder. */
export const LIST = 'runtime/features.ts';

export const folderOf = (feature: string): string => `runtime/features/${feature}`;

/** The list without the import and the lines of a feature. @throws Error when it does not name it. */
export function listWithout(feature: string): string {
  const list = readFileSync(join(ROOT, LIST), 'utf8');
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

/** The compiled package, without the folder and the line of a feature. */
export async function copyWithout(feature: string | undefined, target: string): Promise<void> {
  const compiled = feature === undefined ? undefined : `dist/${folderOf(feature)}`;
  for (const folder of ['dist', 'generator/schema', 'templates'])
    await linkFolder(folder, target, (path) => path !== compiled && path !== 'dist/test');
  await mkdir(join(target, 'runtime/config'), { recursive: true });
  for (const file of ['package.json', 'runtime/config/cms.config.schema.json'])
    await link(join(ROOT, file), join(target, file));
  await symlink(join(ROOT, 'node_modules'), join(target, 'node_modules'));
  if (feature === undefined) return;
  const list = join(target, 'dist/runtime/features.js');
  await rm(list); // it is the file of this repository, by another name
  await writeFile(list, transpile(listWithout(feature)));
}

/** The same files in another folder, under names of their own. */
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

/** Files of `runtime/` and `generator/` outside of its folder that import from it, or name it in any other way. */
export async function filesNaming(feature: string): Promise<readonly string[]> {
  const named: string[] = [];
  for (const folder of ['runtime', 'generator'])
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      const path = join(folder, name);
      if (!path.endsWith('.ts') || path.startsWith(`${folderOf(feature)}/`)) continue;
      if ((await readFile(join(ROOT, path), 'utf8')).includes(`features/${feature}/`)) named.push(path);
    }
  return named;
}
