/**
 * Compiles the packages into their `dist/` folders, unless their sources are unchanged since the last build. Without
 * this check, each `npm start` would wait seconds for the compiler. Plain JavaScript, because it runs before anything
 * is compiled.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateClientRules } from './generate-sources.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Inputs of the build: sources, settings and dependency versions. */
const SOURCES = {
  folders: ['runtime', 'generator', 'create', 'test/bench', 'templates'],
  files: [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'bundle-runtime.js',
    'packed-declarations.js',
  ],
};
const COMPILER = 'node_modules/typescript/bin/tsc';
const STEPS = [
  [COMPILER, '--build', 'create', 'runtime', 'runtime/packages/imports', 'generator', 'test/bench'],
  // Copies the assets of the documentation page from their packages.
  ['runtime/dist/features/documentation/docs-page/copy-assets.js'],
];
/** Writes the output of `cms --help`, so that it need not load every command. Needs all commands and their assets. */
const WRITE_MANIFESTS = [
  'runtime/dist/bundled/console/command-line/write-manifests.js',
  'runtime',
  'generator',
];
/**
 * Files of top-level folders that a package includes (`assetFolder` in runtime/kernel/util/packages/package-root.ts).
 */
const ASSETS = [
  ['templates/mail', 'runtime/dist/templates/mail'],
  ['templates', 'generator/dist/templates'],
  // `cms init` creates projects with the same code as `npm create`.
  ...['dist', 'templates'].map((path) => [`create/${path}`, `generator/dist/create/${path}`]),
];
/** Members of `package.json` that the nested code reads. `exports` have no effect inside another package. */
const NESTED_MEMBERS = ['name', 'version', 'type', 'engines', 'devDependencies'];
/** Documentation included in the generator package. No code reads it, so changes don't recompile anything. */
const DOCUMENTS = { folders: ['docs'], files: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'] };
/** Inputs of the admin bundle: its sources and the client. */
const ADMIN = { folders: ['admin-app', 'templates/client'], files: ['package-lock.json'] };
const ADMIN_PAGE = 'admin-app/dist/index.html';
const COMMAND = 'runtime/dist/bundled/console/command-line/bin.js';
const RECORD = 'dist/.compiled-from';
const DOCUMENTS_RECORD = 'dist/.documents-from';
const ADMIN_RECORD = 'dist/.admin-from';
/** Lock file with the id of the compiling process, so that test workers detect changes immediately. */
const LOCK = 'dist/.compiled-by';
const LOCK_POLL_MS = 100;
/** Interval for updating the elapsed seconds: in place on a terminal, as a new line in a log. */
const UPDATE_TERMINAL_MS = 1000;
const UPDATE_LOG_MS = 30_000;
/** Clears the current line of a terminal. */
const CLEAR_LINE = '\r\u001B[2K';

assertNodeVersion();
if (!existsSync(join(root, COMPILER)))
  fail('The dependencies of this repository are not installed. Run `npm install` first.');
// They are an input of the build.
await generateClientRules().catch((error) => fail(error.message));
const [sources, documents, admin] = [SOURCES, DOCUMENTS, ADMIN].map(hashOf);
if (!isCompiled() || !hasDocuments() || !hasAdmin()) {
  const isFirst = !existsSync(join(root, COMMAND));
  await takeLock();
  process.once('exit', () => rmSync(join(root, LOCK), { force: true }));
  if (!isCompiled()) await compile(isFirst);
  if (!hasDocuments()) copyDocuments();
  if (!hasAdmin()) await bundleAdmin();
}

function assertNodeVersion() {
  const needed = engines.node.replace('>=', '');
  if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0) return;
  fail(`Node ${needed} or newer is required, but this is Node ${process.versions.node}.`);
}

/** Whether the last build is up to date. The build record is only valid if the compiled command exists. */
function isCompiled() {
  return existsSync(join(root, COMMAND)) && readRecord(RECORD) === sources;
}

function hasDocuments() {
  return existsSync(join(root, 'generator/dist/docs')) && readRecord(DOCUMENTS_RECORD) === documents;
}

function hasAdmin() {
  return existsSync(join(root, ADMIN_PAGE)) && readRecord(ADMIN_RECORD) === admin;
}

function readRecord(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
}

function hashOf({ folders, files }) {
  const hash = createHash('sha256');
  const paths = [...files, ...folders.flatMap(listSources)];
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function listSources(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${sep}dist`))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).join('/'))
    .sort();
}

/** Acquires the lock, or waits for the process that holds it. Locks of killed processes are ignored. */
async function takeLock() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (;;) {
    try {
      return writeFileSync(join(root, LOCK), String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) rmSync(join(root, LOCK), { force: true });
    else await sleep(LOCK_POLL_MS);
  }
}

function isAbandoned() {
  const owner = existsSync(join(root, LOCK)) ? Number(readFileSync(join(root, LOCK), 'utf8')) : 0;
  // The file is empty between its creation and the first write.
  if (owner === 0) return false;
  try {
    return !process.kill(owner, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Runs a script, which prints its own errors. */
async function run(step) {
  const [status] = await once(spawn(process.execPath, step, { cwd: root, stdio: 'inherit' }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

async function compile(isFirst) {
  const started = Date.now();
  const secondsSoFar = () => Math.round((Date.now() - started) / 1000);
  const showEnd = showProgress(
    isFirst
      ? 'Compiling for the first time: about a minute on a fast machine, several on a slow one'
      : 'Compiling changes',
    secondsSoFar,
  );
  rmSync(join(root, RECORD), { force: true });
  for (const step of STEPS) await run(step);
  for (const [from, to] of ASSETS) replaceCopy(from, to);
  writeNestedPackage();
  // Imported late, because an unchanged build doesn't need its dependencies.
  const { bundleRuntime } = await import('./bundle-runtime.js');
  await bundleRuntime(root);
  await run(WRITE_MANIFESTS);
  const { ignoreUnreachedDeclarations } = await import('./packed-declarations.js');
  ignoreUnreachedDeclarations(root);
  writeFileSync(join(root, RECORD), sources);
  showEnd(`Compiled in ${secondsSoFar()} s.`);
}

/**
 * Prints a title with the elapsed time, because the compiler prints nothing while it works.
 * @returns a function that ends the progress and prints a last line
 */
function showProgress(title, secondsSoFar) {
  const { stderr } = process;
  const print = () =>
    stderr.write(
      stderr.isTTY
        ? `${CLEAR_LINE}${title} (${secondsSoFar()} s)`
        : `Still compiling (${secondsSoFar()} s).\n`,
    );
  stderr.write(stderr.isTTY ? title : `${title}.\n`);
  const updates = setInterval(print, stderr.isTTY ? UPDATE_TERMINAL_MS : UPDATE_LOG_MS);
  // The compiler prints its errors below the line.
  const endLine = () => stderr.isTTY && stderr.write('\n');
  process.once('exit', endLine);
  return (line) => {
    clearInterval(updates);
    process.off('exit', endLine);
    stderr.write(`${stderr.isTTY ? CLEAR_LINE : ''}${line}\n`);
  };
}

function writeNestedPackage() {
  const document = JSON.parse(readFileSync(join(root, 'create/package.json'), 'utf8'));
  const members = NESTED_MEMBERS.map((name) => [name, document[name]]);
  const text = JSON.stringify(Object.fromEntries(members), undefined, 2);
  writeFileSync(join(root, 'generator/dist/create/package.json'), `${text}\n`);
}

function copyDocuments() {
  for (const path of [...DOCUMENTS.folders, ...DOCUMENTS.files]) replaceCopy(path, `generator/dist/${path}`);
  writeFileSync(join(root, DOCUMENTS_RECORD), documents);
}

async function bundleAdmin() {
  const { buildAdmin } = await import('./admin-app/build.js');
  await buildAdmin();
  writeFileSync(join(root, ADMIN_RECORD), admin);
}

function replaceCopy(from, to) {
  rmSync(join(root, to), { recursive: true, force: true });
  cpSync(join(root, from), join(root, to), { recursive: true });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
