/**
 * Bundles the compiled runtime into few files, because Node needs half a millisecond per module and a server loads a
 * thousand. The runtime is executed from `dist/bundled`: the entry points of `package.json` and their chunks.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rollup } from 'rollup';

/** Entry points that npm, the command line and `cms.js` reference by path. */
const DOORS = [
  'index.js',
  ...['bin', 'index', 'help', 'command-not-found', 'write-manifests'].map(
    (name) => `console/command-line/${name}.js`,
  ),
];
/** Modules of `cms --help`. It prints the manifests and loads no commands. */
const OF_HELP = ['run-command-line', 'help'].map((name) => `console/command-line/${name}.js`);
/** Checks the Node version. Separate, because unsupported versions can't load other modules. */
const FIRST = ['console/command-line/node-version.js'];
/** Entry points of every server. */
const OF_SERVERS = ['index.js', 'console/command-line/index.js', 'app.js'];
const INTERNAL = /["']cms-api-components\/internal\/([^"']+)["']/g;
const isOwn = (specifier) => specifier.startsWith('.') || specifier.startsWith('/');

/** Writes `runtime/dist/bundled`. @throws Error of Rollup if an imported module is missing */
export async function bundleRuntime(root) {
  const compiled = join(root, 'runtime/dist');
  const asked = [...askedBy(join(root, 'generator/dist')), ...askedBy(join(root, 'dist/test'))];
  const entries = [...new Set([...DOORS, ...asked])].filter((path) => existsSync(join(compiled, path)));
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((path) => [path.replace(/\.js$/, ''), join(compiled, path)])),
    external: (specifier) => !isOwn(specifier),
    // Dependencies have no side effects that matter here, and all modules of the runtime are needed.
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

/** Returns the runtime modules that a compiled folder imports. */
function askedBy(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .flatMap((entry) => [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(INTERNAL)])
    .map(([, path]) => path);
}

/** Returns a function that assigns modules to chunks. Rollup assigns modules with few importers. */
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
 * Adds dynamically imported modules. Modules with a package that no static import loads stay in separate chunks, because
 * they are imported late for that reason.
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

/**
 * Returns the static imports of modules, in the runtime and in packages, and the dynamic imports of the runtime
 * modules.
 */
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
