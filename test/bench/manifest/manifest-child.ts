import { pathToFileURL } from 'node:url';
import type { createBenchProject } from '../site/bench-project.js';
import type { measureManifest } from './manifest-benchmark.js';

/** Modules that each build provides. */
interface Modules {
  readonly createBenchProject: typeof createBenchProject;
  readonly measureManifest: typeof measureManifest;
}

/** Measures the manifests of the build whose compiled benchmarks are in the folder of the first argument. */
const [, , folder = ''] = process.argv;
const load = (path: string): Promise<object> => import(pathToFileURL(`${folder}/${path}`).href);
const modules = {
  ...(await load('site/bench-project.js')),
  ...(await load('manifest/manifest-benchmark.js')),
} as Modules; // the same files of another checkout

const project = await modules.createBenchProject();
try {
  process.send?.(await modules.measureManifest(project));
} finally {
  await project.remove();
}
process.disconnect();
