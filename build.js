/**
 * Compiles the packages, each into its `dist/`, unless they were compiled from the very same files: the compiler takes seconds to find
 * out that nothing changed, and `npm start` is typed often. Plain JavaScript, because it runs before anything is compiled.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What decides the output: the sources, the settings and the versions of what they are compiled with. */
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
  [COMPILER, '--build', 'create', 'runtime', 'generator', 'test/bench'],
  // What the documentation page loads comes from packages.
  ['runtime/dist/features/documentation/docs-page/copy-assets.js'],
];
/** Writes what `cms --help` prints, so that it need not load every command. It loads them, with the assets that they stand on. */
const WRITE_MANIFESTS = [
  'runtime/dist/bundled/console/command-line/write-manifests.js',
  'runtime',
  'generator',
];
/** What of the top-level folders a package brings (`assetFolder` in runtime/kernel/util/packages/package-root.ts). */
const ASSETS = [
  ['templates/mail', 'runtime/dist/templates/mail'],
  ['templates', 'generator/dist/templates'],
  // `cms init` makes projects as `npm create` does.
  ...['dist', 'templates'].map((path) => [`create/${path}`, `generator/dist/create/${path}`]),
];
/** What the code there reads of its `package.json`; `exports` mean nothing inside of another package. */
const NESTED_MEMBERS = ['name', 'version', 'type', 'engines', 'devDependencies'];
/** The generator brings them to be read. No code needs them, so an edit of one compiles nothing. */
const DOCUMENTS = { folders: ['docs'], files: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'] };
/** What the admin's files are bundled of: its sources, and the client that it stands on. */
const ADMIN = { folders: ['admin-app', 'templates/client'], files: ['package-lock.json'] };
const ADMIN_PAGE = 'admin-app/dist/index.html';
const COMMAND = 'runtime/dist/bundled/console/command-line/bin.js';
const RECORD = 'dist/.compiled-from';
const DOCUMENTS_RECORD = 'dist/.documents-from';
const ADMIN_RECORD = 'dist/.admin-from';
/** Holds the number of the process that compiles: workers of a test run find out at once that something changed. */
const LOCK = 'dist/.compiled-by';
const LOCK_POLL_MS = 100;
/** How often the line with the elapsed seconds is updated: in place on a terminal, as a new line in a log. */
const UPDATE_TERMINAL_MS = 1000;
const UPDATE_LOG_MS = 30_000;
/** Clears the current line of a terminal. */
const CLEAR_LINE = '\r\u001B[2K';

assertNodeVersion();
if (!existsSync(join(root, COMPILER)))
  fail('The packages that this repository needs are not there yet. Run `npm install` first.');
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
  fail(`This needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
}

/** Without the compiled command the record is of no use, whatever it says. */
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

/** Waits for a process that compiles already. One that was killed holds nobody up. */
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
  // Between its making and its first byte the file names nobody.
  if (owner === 0) return false;
  try {
    return !process.kill(owner, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Runs a script. Where it fails, it has said why. */
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
      : 'Compiling what changed',
    secondsSoFar,
  );
  rmSync(join(root, RECORD), { force: true });
  for (const step of STEPS) await run(step);
  for (const [from, to] of ASSETS) replaceCopy(from, to);
  writeNestedPackage();
  // What these load need not be there for what was compiled before.
  const { bundleRuntime } = await import('./bundle-runtime.js');
  await bundleRuntime(root);
  await run(WRITE_MANIFESTS);
  const { ignoreUnreachedDeclarations } = await import('./packed-declarations.js');
  ignoreUnreachedDeclarations(root);
  writeFileSync(join(root, RECORD), sources);
  showEnd(`Compiled in ${secondsSoFar()} s.`);
}

/**
 * Prints what happens once, with the elapsed time: the compiler is silent, and a silent terminal looks stuck.
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
