import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../runtime/project/package-root.js';
import { measureGeneration } from './generation/generation-benchmark.js';
import { runHttpBenchmarks } from './http/http-run.js';
import { readBaseline, writeNumbers } from './report/baseline.js';
import { measureManifest } from './manifest/manifest-benchmark.js';
import type { Row } from './report/row.js';
import { formatTable } from './report/table.js';
import { createBenchProject } from './site/bench-project.js';
import { measureHelp, measureServe } from './startup/startup-benchmark.js';

const HTTP = ['item', 'collection', 'write'];
const NAMES = [...HTTP, 'manifest', 'serve', 'help', 'generate-50', 'generate-500'];
const USAGE = `npm run bench [-- [NAME...] [--json FILE] [--profile FOLDER]]
Names: ${NAMES.join(', ')}; a part of a name stands for all that contain it.
--json writes the numbers, --profile a processor profile of the application's server.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, profile: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
const unknown = positionals.filter((given) => !NAMES.some((name) => name.includes(given)));
if (values.help === true || unknown.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(values.help === true ? 0 : 2);
}
const isWanted = (name: string): boolean =>
  positionals.length === 0 || positionals.some((given) => name.includes(given));

const { database, rows } = await measureAll();
const baseline = await readBaseline(join(packageRoot(), 'test/bench/baseline.json'), database);
process.stdout.write(`${formatTable(rows, baseline)}\n`);
if (values.json !== undefined) await writeNumbers(values.json, database, rows);

async function measureAll(): Promise<{ database: string; rows: readonly Row[] }> {
  const rows: Row[] = [];
  const database = process.env.TEST_POSTGRES_URL === undefined ? 'sqlite' : 'postgres';
  if (isWanted('serve') || isWanted('manifest') || HTTP.some(isWanted)) {
    progress('preparing a site');
    const project = await createBenchProject();
    try {
      progress(`requests on ${project.databaseName}`);
      const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
      if (HTTP.some(isWanted)) rows.push(...(await runHttpBenchmarks({ project, isWanted, profile })));
      if (isWanted('manifest')) rows.push(...(await measureManifest(project)));
      progress('start of the server');
      if (isWanted('serve')) rows.push(...(await measureServe(project, 5)));
    } finally {
      await project.remove();
    }
  }
  progress('commands');
  if (isWanted('help')) rows.push(...(await measureHelp(5)));
  if (isWanted('generate-50')) rows.push(...(await measureGeneration({ types: 50, rounds: 3 })));
  const targets = { cold: 10_000, unchanged: 1000, editCpu: 1500 };
  if (isWanted('generate-500')) rows.push(...(await measureGeneration({ types: 500, rounds: 3, targets })));
  return { database, rows };
}

function progress(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}
