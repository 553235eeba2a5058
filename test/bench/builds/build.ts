import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  packageDocument,
  packageRoot,
} from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import type { fillSite } from '../content/fill-site.js';
import type { BenchProject, BenchProjectOptions, createBenchProject } from '../site/bench-project.js';

/** A built checkout of this repository. Names of other checkouts are limited to files that every checkout has. */
export interface Build {
  readonly root: string;
  /** Path of the command line program. */
  readonly command: string;
  /** Path of the module that projects import. */
  readonly runtime: string;
}

/** One value for each measured build: this one, and the one to compare with, if any. */
export type PerBuild<Value> = readonly [ours: Value, against?: Value];

/** A build with a separate site, because another build may generate and store different data. */
export interface BuildSite {
  readonly build: Build;
  readonly project: BenchProject;
}

/**
 * Opens this build, and the one in `against`.
 * @throws Error when that is not a built checkout.
 */
export function openBuilds(against: string | undefined): PerBuild<Build> {
  const ours = buildIn(dirname(packageRoot()));
  return against === undefined ? [ours] : [ours, buildIn(resolve(against))];
}

function buildIn(root: string): Build {
  const runtime = join(root, 'runtime');
  const build = { root, command: join(runtime, 'cms.js'), runtime: join(runtime, entryOf(runtime)) };
  for (const file of [build.command, build.runtime, benchFile(build, 'site/bench-project.js')]) {
    if (!existsSync(file))
      throw new Error(`${file} is not there. Run \`npm ci\` and \`npm run build\` in ${root} first.`);
  }
  return build;
}

function entryOf(folder: string): string {
  const { exports } = packageDocument(folder);
  return exports['.'].default;
}

/** Path of a compiled benchmark file of a build. */
export function benchFile({ root }: Build, path: string): string {
  return join(root, 'dist/test/bench', path);
}

/** Prepares the site of a build with its own generator and migrations. */
export async function createBuildSite(build: Build, options: BenchProjectOptions = {}): Promise<BuildSite> {
  const module = await importOf<{ readonly createBenchProject: typeof createBenchProject }>(
    build,
    'site/bench-project.js',
  );
  return { build, project: await module.createBenchProject(options) };
}

/** Returns the code that fills the tables of a build, whose schema may differ from this one. */
export async function fillSiteOf(build: Build): Promise<typeof fillSite> {
  const module = await importOf<{ readonly fillSite: typeof fillSite }>(build, 'content/fill-site.js');
  return module.fillSite;
}

async function importOf<Module>(build: Build, path: string): Promise<Module> {
  return (await import(pathToFileURL(benchFile(build, path)).href)) as Module; // the same module of another checkout
}

/** Runs the function for this build, then for the other. */
export async function forBuilds<Value, Result>(
  [ours, against]: PerBuild<Value>,
  act: (value: Value) => Promise<Result>,
): Promise<PerBuild<Result>> {
  const first = await act(ours);
  return against === undefined ? [first] : [first, await act(against)];
}
