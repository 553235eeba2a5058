import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../kernel/contract/schema/manifest.js';
import type { Migration } from '../kernel/contract/database/migration.js';
import type { ApiPart } from '../kernel/contract/http/api-part.js';
import { migrationNames, withEntries } from './load-migrations.js';
import { DEFAULT_SCAFFOLD } from './load-scaffold-file.js';
import {
  buildModule,
  createModuleLoader,
  fileSource,
  type ModuleSource,
  requireExport,
} from './module-loader.js';
import { CODE_FILES } from '../kernel/settings/config.js';
import { ProjectError } from './project-error.js';
import { UNFINISHED } from '../kernel/contract/schema/unfinished.js';

/** Code that the generator created from the project's schema files. */
export interface Project {
  readonly root: string;
  readonly manifest: Manifest;
  /** Documentation of the generated types; the runtime adds the rest. */
  readonly openApi: ApiPart;
  readonly migrations: readonly Migration[];
}

const GENERATED = 'generated';

/**
 * Loads `generated/` of a project.
 * @throws ProjectError if it is missing or invalid
 */
export async function loadProject(root: string): Promise<Project> {
  const folder = join(root, GENERATED);
  if (existsSync(join(folder, UNFINISHED))) {
    throw new ProjectError(
      'generated/ is incomplete, because a generator is running or was interrupted. Wait for it, or run `cms generate` again.',
    );
  }
  const names = await migrationNames(root);
  const [module, openApi] = await Promise.all([
    createModuleLoader(root).load(generatedSource(root, names)),
    readJson(join(folder, 'openapi.json'), 'generated/openapi.json'),
  ]);
  // The generator wrote these modules with their types; `generate --check` verifies that they are unmodified.
  const manifest = requireExport(module, { name: 'manifest', file: 'generated/manifest.ts' }) as Manifest;
  const migrations = names.map(
    (name, index) =>
      requireExport(module, { name: `migration${index}`, file: `generated/migrations/${name}` }) as Migration,
  );
  return {
    root,
    manifest,
    openApi: openApi as ApiPart,
    migrations: await withEntries(root, migrations),
  };
}

/** Combines the generated code of a project in one module. */
function generatedSource(root: string, migrations: readonly string[]): ModuleSource {
  const lines = [
    "export { manifest } from './manifest.ts';",
    ...migrations.map(
      (name, index) => `export { migration as migration${index} } from './migrations/${name}';`,
    ),
  ];
  return { name: 'generated', contents: lines.join('\n'), resolveDir: join(root, GENERATED) };
}

/**
 * Transpiles all TypeScript that a service in `root` runs: generated code, configuration and scaffolds.
 * @param scaffolds paths relative to the project, in addition to the default scaffold
 * @returns paths of the written files
 * @throws ProjectError if the TypeScript cannot be bundled
 */
export async function buildProject(root: string, scaffolds: readonly string[]): Promise<readonly string[]> {
  const files = [...CODE_FILES, DEFAULT_SCAFFOLD].filter((name) => existsSync(join(root, name)));
  const sources = [
    generatedSource(root, await migrationNames(root)),
    ...[...new Set([...files, ...scaffolds])].map((name) => fileSource(root, join(root, name))),
  ];
  return Promise.all(sources.map((source) => buildModule(root, source)));
}

async function readJson(file: string, label: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new ProjectError(`${label} is missing. Run \`cms generate\` in the project folder first.`, {
      cause: error,
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProjectError(`${label} is not valid JSON. Run \`cms generate\` to write it again.`, {
      cause: error,
    });
  }
}
