import { build, type BuildFailure, type Message, type Metafile } from 'esbuild';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  OWN_ADMIN_FOLDER,
  OWN_ADMIN_MANIFEST,
  type OwnAdminManifest,
} from 'cms-api-components/internal/extension-points/own-admin.js';
import { GeneratorError } from '../errors.js';
import { ownAdminEntry, sharedPackages } from './own-admin-source.js';
import { sharedPackages as sharedPlugin } from './shared-packages.js';

export interface OwnAdminTask {
  readonly root: string;
  /** Whether the service includes the admin. Otherwise existing bundles are deleted. */
  readonly isServed: boolean;
  /** Production build: minified and compressed. Otherwise readable, with source maps. */
  readonly isFinal: boolean;
}

export interface OwnAdmin {
  /** Written files, relative to the project. Empty if the project has no admin extensions. */
  readonly written: readonly string[];
  /** Absolute paths of the bundled source files. */
  readonly inputs: readonly string[];
}

/**
 * Bundles the admin extensions of a project from `admin/` into `dist/admin/`.
 * @throws GeneratorError with file and line if bundling fails. The previous bundle is kept.
 */
export async function bundleOwnAdmin(task: OwnAdminTask): Promise<OwnAdmin> {
  const { root, isFinal } = task;
  const out = join(root, OWN_ADMIN_FOLDER);
  const entry = task.isServed ? ownAdminEntry(root) : undefined;
  if (entry === undefined) {
    await rm(out, { recursive: true, force: true });
    return { written: [], inputs: [] };
  }
  const shared = await sharedPackages(root, entry);
  const { metafile, outputFiles } = await bundled({ ...task, entry, shared });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  if (isFinal) for (const [name, contents] of [...files]) addCompressed(files, name, contents);
  await mkdir(out, { recursive: true });
  for (const [name, contents] of files) await writeFile(join(out, name), contents);
  await writeManifest(out, manifestOf(metafile));
  await removeOthers(out, new Set([...files.keys(), OWN_ADMIN_MANIFEST]));
  return {
    written: [...files.keys(), OWN_ADMIN_MANIFEST].map((name) => `${OWN_ADMIN_FOLDER}/${name}`),
    inputs: Object.keys(metafile.inputs)
      .filter((path) => !/^shared:|(?:^|\/)node_modules\//.test(path))
      .map((path) => resolve(root, path)),
  };
}

interface BundleTask extends OwnAdminTask {
  readonly entry: string;
  readonly shared: readonly string[];
}

async function bundled({ root, isFinal, entry, shared }: BundleTask) {
  try {
    return await build({
      absWorkingDir: root,
      entryPoints: [{ in: join(root, entry), out: 'index' }],
      outdir: join(root, OWN_ADMIN_FOLDER),
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      plugins: [sharedPlugin(shared)],
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      // Ignores the project's tsconfig.json, which describes server code.
      tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.svg': 'dataurl', '.png': 'dataurl', '.jpg': 'dataurl', '.webp': 'dataurl' },
      minify: isFinal,
      sourcemap: isFinal ? false : 'linked',
      legalComments: 'linked',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
  } catch (error) {
    throw isBuildFailure(error)
      ? new GeneratorError(error.errors.map(describe).join('\n'), { cause: error })
      : error;
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function describe({ text, location }: Message): string {
  const place = location === null ? '' : `${location.file}:${location.line}:${location.column}: `;
  const [, missing] = /^Could not resolve "((?:@[^/"]+\/)?[^./"][^/"]*)/.exec(text) ?? [];
  const remedy =
    missing === undefined ? '' : `. Run \`npm install ${missing}\` if it is a package for browsers`;
  return `${place}${text}${remedy}`;
}

/** Returns the hashed file names of the entry and of its style sheet, if it imports styles. */
function manifestOf({ outputs }: Metafile): OwnAdminManifest {
  const [script = '', { cssBundle } = {}] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint !== undefined) ?? [];
  return { script: basename(script), ...(cssBundle === undefined ? {} : { style: basename(cssBundle) }) };
}

function addCompressed(files: Map<string, Uint8Array>, name: string, contents: Uint8Array): void {
  if (!/\.(?:js|css)$/.test(name)) return;
  files.set(`${name}.br`, brotliCompressSync(contents));
  files.set(`${name}.gz`, gzipSync(contents, { level: 9 }));
}

/** Writes the manifest by rename, so that readers never see a partial file. */
async function writeManifest(out: string, manifest: OwnAdminManifest): Promise<void> {
  const path = join(out, OWN_ADMIN_MANIFEST);
  const text = JSON.stringify(manifest);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

async function removeOthers(out: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(out)) if (!kept.has(name)) await rm(join(out, name), { recursive: true });
}
