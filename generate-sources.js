/**
 * Generates the source files that are not committed, unless their inputs are unchanged:
 *
 * - `templates/client/rules.js`: the validation rules of generated clients, bundled from the runtime
 * - `test/support/generated/`: the code of the test types in `test/support/schemas/`
 *
 * Builds, tests, type checks and linting run it first. Plain JavaScript, because it runs before anything is compiled.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/** Programs and packages that determine the output. */
const TOOLS = ['generate-sources.js', 'client-rules.js', 'package-lock.json'];
const RULES = 'templates/client/rules.js';
const TEST_TYPES = 'test/support/generated';
const TEST_SCHEMAS = 'test/support/schemas';
/** The generated migration is named after this time. */
const TEST_TYPES_DATE = '2026-11-22T10:00:00Z';

/**
 * Sources in the order of their generation. `listInputs` returns the inputs that are found by their folder, and
 * `generate` writes the output and returns the modules that it was generated from.
 */
const SOURCES = [
  {
    output: RULES,
    record: 'dist/.client-rules-from',
    listInputs: async () => (await import('./client-rules.js')).listRuleModules(ROOT),
    generate: generateRules,
  },
  {
    output: `${TEST_TYPES}/manifest.ts`,
    record: 'dist/.test-types-from',
    listInputs: () => ['templates', TEST_SCHEMAS, 'generator/schema'].flatMap(listFiles),
    generate: generateTestTypes,
  },
];

/**
 * Generates outdated sources (global setup of Vitest). Processes that do so at once write identical files.
 * @throws Error if a module or a schema is invalid
 */
export default async function generateSources() {
  for (const source of SOURCES) await generateIfOutdated(source);
}

/** Generates `templates/client/rules.js` if it is outdated. */
export const generateClientRules = () => generateIfOutdated(SOURCES[0]);

async function generateIfOutdated({ output, record, listInputs, generate }) {
  const inputs = [...TOOLS, ...(await listInputs())];
  if (existsSync(join(ROOT, output)) && isCurrent(record, inputs)) return;
  const modules = await generate();
  const all = [...new Set([...inputs, ...modules])].map((path) => [path, hashOf(path)]);
  writeWhole(record, JSON.stringify({ inputs, hashes: Object.fromEntries(all) }));
}

/** Whether the record lists the same inputs, and neither they nor the modules that they import have changed. */
function isCurrent(record, inputs) {
  if (!existsSync(join(ROOT, record))) return false;
  const last = JSON.parse(readFileSync(join(ROOT, record), 'utf8'));
  if (last.inputs.join('\n') !== inputs.join('\n')) return false;
  return Object.entries(last.hashes).every(([path, hash]) => hashOf(path) === hash);
}

function hashOf(path) {
  const file = join(ROOT, path);
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;
}

async function generateRules() {
  const { bundleClientRules } = await import('./client-rules.js');
  const { text, modules } = await bundleClientRules(ROOT);
  writeWhole(RULES, text);
  return modules;
}

async function generateTestTypes() {
  const project = mkdtempSync(join(tmpdir(), 'test-types-'));
  const program = join(ROOT, `dist/.generate-test-types-${process.pid}.mjs`);
  try {
    writeWhole(program.slice(ROOT.length), await bundleGenerator());
    cpSync(join(ROOT, TEST_SCHEMAS), join(project, 'schemas'), { recursive: true });
    const { stdout } = await promisify(execFile)(process.execPath, [program, project, TEST_TYPES_DATE]);
    updateFolder(join(project, 'generated'), TEST_TYPES);
    return JSON.parse(stdout);
  } finally {
    rmSync(program, { force: true });
    rmSync(project, { recursive: true });
  }
}

/** Generates the code of a project and prints the modules that were loaded. */
const PROGRAM = `
  import { generate } from './generator/index.ts';
  const [, , projectRoot, date] = process.argv;
  await generate({ projectRoot, now: () => new Date(date) });
  console.log(JSON.stringify([...globalThis.loadedModules]));`;

/** Bundles the program with the generator, so that it runs without a build. */
async function bundleGenerator() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT },
    tsconfig: join(ROOT, 'tsconfig.json'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    write: false,
    logLevel: 'silent',
    plugins: [{ name: 'observed-modules', setup: observeModules }],
  });
  return outputFiles[0].text;
}

/**
 * Lists each module when it is loaded. The generator imports a third of the modules that it could import, and only
 * those are inputs. Modules keep their URLs, because they find files of their package by them.
 */
function observeModules({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8');
    const url = JSON.stringify(pathToFileURL(path).href);
    const name = JSON.stringify(path.slice(ROOT.length).split(sep).join('/'));
    const listing = `(globalThis.loadedModules ??= new Set()).add(${name});`;
    return { loader: 'ts', contents: `${text.replaceAll('import.meta.url', url)}\n${listing}` };
  });
}

/** Changes only files that differ, because other processes may be reading the folder. */
function updateFolder(from, to) {
  const wanted = new Set(filesBelow(from));
  for (const path of wanted) {
    const text = readFileSync(join(from, path), 'utf8');
    const target = join(ROOT, to, path);
    if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeWhole(`${to}/${path}`, text);
  }
  if (existsSync(join(ROOT, to)))
    for (const path of filesBelow(join(ROOT, to)))
      if (!wanted.has(path)) rmSync(join(ROOT, to, path), { force: true });
}

/** Writes the whole file at once. */
function writeWhole(path, text) {
  const file = join(ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

const listFiles = (folder) => filesBelow(join(ROOT, folder)).map((path) => `${folder}/${path}`);

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateSources();
