import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import { createBuildSite, forBuilds, openBuilds } from './builds/build.js';
import type { BuildSite, PerBuild } from './builds/build.js';
import { measureCache } from './cache/cache-benchmark.js';
import { measureDoctor } from './doctor/doctor-benchmark.js';
import { runGate } from './gate/run-gate.js';
import { measureGeneration } from './generation/generation-benchmark.js';
import { runHttpBenchmarks } from './http/http-run.js';
import { readBaseline, writeBaseline, writeNumbers } from './report/baseline.js';
import { measureReads } from './reads/reads-benchmark.js';
import { OUTAGE_DATABASES, runOutages } from './outages/outages-benchmark.js';
import type { Row } from './report/row.js';
import { formatTable } from './report/table.js';
import { measureScale } from './scale/scale-benchmark.js';
import { runSoak } from './soak/soak-benchmark.js';
import { measureHelp, measureImport, measureServe } from './startup/startup-benchmark.js';
import { measureWrites } from './writes/writes-benchmark.js';

const HTTP = ['item', 'collection', 'write'];
const SITE = [...HTTP, 'serve'];
const QUICK = [...SITE, 'cache', 'import', 'help', 'generate-50', 'generate-500'];
/** Large sites, which take minutes each. They run only by name. */
const LARGE = ['reads', 'scale', 'writes', 'doctor'];
/** Benchmarks that print their own result, and have no row in the table. */
const SOAK = 'soak';
const OUTAGES = 'outages';
const GATE = 'gate';
const NAMES = [...QUICK, ...LARGE, SOAK, OUTAGES, GATE];
const USAGE = `npm run bench [-- [NAME...] [--against FOLDER] [--json FILE] [--baseline] [--profile FOLDER] [--only TEXT] [--hub]]
npm run bench -- soak [--minutes N] [--database postgres]
npm run bench -- outages [--seconds N] [--database sqlite|postgres|mariadb] [--only TEXT]
npm run bench -- gate [--baseline]
Names: ${NAMES.join(', ')}; a part of a name selects all that contain it.
--against alternates with a second built checkout of this repository (not for cache),
--json writes the numbers to a file, --baseline to test/bench/baseline.json (run it on a quiet machine with
TEST_POSTGRES_URL), --profile writes a processor profile of the application's server,
--only measures the reads, writes or pairs of sites whose name contains TEXT,
--hub lets the site of the reads send updates of changes (PATCH of a page).
soak runs for 120 minutes, or --minutes, on SQLite or with --database postgres on TEST_POSTGRES_URL. It prints memory
and storage each minute, and exits with 1 if something grows.
outages lasts 15 seconds per outage, or --seconds, on three databases, or --database. It starts servers (PostgreSQL,
MariaDB, Redis and Varnish must be installed), and exits with 1 if something was lost or did not respond.
gate counts statements, packets, writes, bytes and allocations of hot requests. It exits with 1 if a count differs from
test/bench/gate.json, in either direction; --baseline writes that file.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    baseline: { type: 'boolean' },
    database: { type: 'string' },
    hub: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    json: { type: 'string' },
    minutes: { type: 'string', default: '120' },
    only: { type: 'string' },
    profile: { type: 'string' },
    seconds: { type: 'string', default: '15' },
  },
});
const unknown = positionals.filter((given) => !NAMES.some((name) => name.includes(given)));
if (values.help === true || unknown.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(values.help === true ? 0 : 2);
}
const isWanted = (name: string): boolean =>
  positionals.length === 0
    ? QUICK.includes(name)
    : positionals.some((given) => (NAMES.includes(given) ? name === given : name.includes(given)));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (positionals.includes(GATE)) {
  const isSame = await runGate({
    build: openBuilds(undefined)[0],
    file: join(dirname(packageRoot()), 'test/bench/gate.json'),
    isBaseline: values.baseline === true,
    print,
  });
  process.exit(isSame ? 0 : 1);
}

if (positionals.includes(SOAK)) {
  process.env.TEST_DATABASE = values.database ?? 'sqlite';
  const isFlat = await runSoak({ build: openBuilds(undefined)[0], minutes: Number(values.minutes), print });
  process.exit(isFlat ? 0 : 1);
}

if (positionals.includes(OUTAGES)) {
  const databases = OUTAGE_DATABASES.filter((name) => (values.database ?? name) === name);
  const { only = '', seconds } = values;
  const options = { build: openBuilds(undefined)[0], databases, seconds: Number(seconds), only };
  process.exit((await runOutages({ ...options, print })) ? 0 : 1);
}

const database = process.env.TEST_POSTGRES_URL === undefined ? 'sqlite' : 'postgres';
const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const only = values.only === undefined ? {} : { only: values.only };
const rows = await measureAll();
const file = join(dirname(packageRoot()), 'test/bench/baseline.json');
process.stdout.write(`${formatTable(rows, await readBaseline(file, database))}\n`);
if (values.json !== undefined) await writeNumbers(values.json, database, rows);
if (values.baseline === true) await writeBaseline(file, database, rows);

async function measureAll(): Promise<readonly Row[]> {
  const builds = openBuilds(values.against);
  const taken: Row[] = [];
  if (SITE.some(isWanted)) {
    progress(`preparing a site on ${database}`);
    const sites: BuildSite[] = [];
    try {
      taken.push(
        ...(await measureSites(
          await forBuilds(builds, async (build) => {
            const site = await createBuildSite(build);
            sites.push(site);
            return site;
          }),
        )),
      );
    } finally {
      for (const { project } of sites) await project.remove();
    }
  }
  progress('commands');
  if (isWanted('cache')) taken.push(...(await measureCache(builds[0], profile)));
  if (isWanted('import')) taken.push(...(await measureImport(builds)));
  if (isWanted('help')) taken.push(...(await measureHelp(builds)));
  if (isWanted('generate-50')) taken.push(...(await measureGeneration({ builds, types: 50, rounds: 3 })));
  const targets = { cold: 10_000, unchanged: 1000, editCpu: 1500 };
  if (isWanted('generate-500'))
    taken.push(...(await measureGeneration({ builds, types: 500, rounds: 3, targets })));
  const [build] = builds;
  if (isWanted('reads'))
    taken.push(...(await measureReads({ builds, profile, progress, hasHub: values.hub === true, ...only })));
  if (isWanted('scale')) taken.push(...(await measureScale({ build, progress, ...only })));
  if (isWanted('writes')) taken.push(...(await measureWrites({ build, progress, ...only })));
  if (isWanted('doctor')) taken.push(...(await measureDoctor(build)));
  return taken;
}

/** Measurements on a filled site. */
async function measureSites(sites: PerBuild<BuildSite>): Promise<readonly Row[]> {
  const taken: Row[] = [];
  progress('requests');
  if (HTTP.some(isWanted)) taken.push(...(await runHttpBenchmarks({ sites, isWanted, profile })));
  progress('start of the server');
  if (isWanted('serve')) taken.push(...(await measureServe(sites)));
  return taken;
}

function progress(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}
