/**
 * Puts the compiled modules of the runtime together into few files, because Node takes half a millisecond for each that it loads, and a
 * server needs a thousand. `dist/bundled` is what runs: the doors that `package.json` names, and chunks behind them.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rollup } from 'rollup';

/** What npm, the command line and `cms.js` name by a path. */
const DOORS = [
  'index.js',
  ...['bin', 'index', 'help', 'command-not-found', 'write-manifests'].map(
    (name) => `console/command-line/${name}.js`,
  ),
];
/** `cms --help` prints what the manifests say: it loads these and what they import, and no command. */
const OF_HELP = ['run-command-line', 'help'].map((name) => `console/command-line/${name}.js`);
/** A Node that is too old for the rest loads no more than this, which says so. */
const FIRST = ['console/command-line/node-version.js'];
/** Each server loads these, and what they import. */
const OF_SERVERS = ['index.js', 'console/command-line/index.js', 'app.js'];
const INTERNAL = /["']cms-api-components\/internal\/([^"']+)["']/g;
const isOwn = (specifier) => specifier.startsWith('.') || specifier.startsWith('/');

/** Writes `runtime/dist/bundled`. @throws Error of Rollup, when a module that is imported is not there */
export async function bundleRuntime(root) {
  const compiled = join(root, 'runtime/dist');
  const asked = [...askedBy(join(root, 'generator/dist')), ...askedBy(join(root, 'dist/test'))];
  const entries = [...new Set([...DOORS, ...asked])].filter((path) => existsSync(join(compiled, path)));
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((path) => [path.replace(/\.js$/, ''), join(compiled, path)])),
    external: (specifier) => !isOwn(specifier),
    // Packages of a service have no side effects that it would wait for, and its own modules are all needed.
    treeshake: false,
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const folder = join(compiled, 'bundled');
  rmSync(folder, { recursive: true, force: true });
  await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    manualChunks: chunksOf(compiled),
    minifyInternalExports: false,
    hoistTransitiveImports: false,
  });
  await bundle.close();
}

/** Modules of the runtime that a compiled folder imports by name. */
function askedBy(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .flatMap((entry) => [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(INTERNAL)])
    .map(([, path]) => path);
}

/** The name of the chunk that a module belongs to; modules that few need are left to Rollup. */
function chunksOf(compiled) {
  let names;
  return (id, { getModuleInfo }) => {
    names ??= nameChunks(compiled, getModuleInfo);
    return names.get(id);
  };
}

function nameChunks(compiled, moduleInfo) {
  const paths = (names) =>
    names.map((name) => join(compiled, name)).filter((path) => moduleInfo(path) !== null);
  const help = closure(paths(OF_HELP), moduleInfo);
  const servers = closure(paths(OF_SERVERS), moduleInfo);
  addLateModules(servers, moduleInfo);
  return new Map([
    ...[...servers.own].map((id) => [id, 'service']),
    ...[...help.own].map((id) => [id, 'command-line']),
    ...[...closure(paths(FIRST), moduleInfo).own].map((id) => [id, 'node-version']),
  ]);
}

/**
 * Adds what is imported late, but for what needs a package that nothing loads before: that is why it is imported late, and it stays
 * a chunk of its own.
 */
function addLateModules(group, moduleInfo) {
  const waiting = [...group.late];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (group.own.has(id)) continue;
    const behind = closure([id], moduleInfo);
    if ([...behind.packages].some((name) => !group.packages.has(name))) continue;
    for (const own of behind.own) group.own.add(own);
    waiting.push(...behind.late);
  }
}

/** What modules import at once: of ours, of packages, and what those of ours import late. */
function closure(entries, moduleInfo) {
  const found = { own: new Set(), packages: new Set(), late: new Set() };
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.own.has(id)) continue;
    found.own.add(id);
    const { importedIds, dynamicallyImportedIds } = moduleInfo(id);
    for (const imported of importedIds)
      if (isOwn(imported)) waiting.push(imported);
      else if (!imported.startsWith('node:')) found.packages.add(imported);
    for (const late of dynamicallyImportedIds) if (isOwn(late)) found.late.add(late);
  }
  return found;
}
