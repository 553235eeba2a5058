/**
 * Bundles the admin into `dist/`: `index.html` and assets with hashed names. Screens beyond the shell have files of
 * their own that load on demand. Plain JavaScript, because it runs before anything is compiled.
 */
import { rolldown } from 'rolldown';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHARED, sharedEntries, sharedModules, sharedNameOf } from './shared-modules.js';
import { writeThirdParty } from './third-party.js';

const folder = dirname(fileURLToPath(import.meta.url));

/** Modules of the most frequent screens. The page preloads their files together with the shell. */
const FIRST_SCREENS = {
  tree: 'src/screens/pages/pages.tsx',
  list: 'src/screens/records/list-page.tsx',
  edit: 'src/screens/records/edit-page.tsx',
  create: 'src/screens/records/create-page.tsx',
  page: 'src/screens/pages/page-screen.tsx',
};

const OUTPUT = {
  format: 'esm',
  minify: true,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
};

export async function buildAdmin() {
  const bundle = await rolldown({
    input: { main: 'src/main.tsx', start: 'src/start.ts', ...sharedEntries },
    cwd: folder,
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    transform: {
      target: 'es2022',
      jsx: { runtime: 'automatic' },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    plugins: [sharedModules(folder)],
    onLog(level, log, tell) {
      // Directives of packages that also run on servers.
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
    },
  });
  const apart = chunksOf(await bundle.generate(OUTPUT));
  const together = chunksOf(await bundle.generate({ ...OUTPUT, codeSplitting: { groups: groupsOf(apart) } }));
  await bundle.close();
  const out = join(folder, 'dist');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  for (const { fileName, code } of together.all) writeAsset(join(out, 'assets', fileName), code);
  const modules = together.modulesOf(together.all.map(({ fileName }) => fileName));
  writeIndex(out, together, writeThirdParty(folder, join(out, 'assets'), modules));
  writeFileSync(join(out, 'shared.json'), JSON.stringify(SHARED));
}

/** Indexes the chunks of a bundle, and what each of them imports. */
function chunksOf({ output }) {
  const all = output.filter(({ type }) => type === 'chunk');
  const byFile = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (fileName, found = new Set()) => {
    if (found.has(fileName)) return found;
    found.add(fileName);
    for (const next of byFile.get(fileName).imports) withImports(next, found);
    return found;
  };
  return {
    all,
    entry: (name) => all.find((chunk) => chunk.isEntry && chunk.name === name).fileName,
    screen: (module) => all.find(({ facadeModuleId }) => facadeModuleId === join(folder, module)).fileName,
    withImports,
    modulesOf: (files) => files.flatMap((file) => Object.keys(byFile.get(file).modules)),
  };
}

/**
 * Groups modules into few files. By default the bundler creates a chunk for every set of shared modules, which means
 * dozens of files for each screen. Here the shell is one file, and each frequent screen another.
 */
function groupsOf(chunks) {
  const groups = [];
  // Entries have files of their own. The shell must load before `main` ends, because `main` awaits extensions that import it.
  const entries = ['src/start.ts', 'src/main.tsx', ...Object.values(FIRST_SCREENS)].map((module) =>
    join(folder, module),
  );
  const taken = new Set(entries);
  const take = (name, files) => {
    const modules = new Set(chunks.modulesOf([...files]).filter((module) => !taken.has(module)));
    for (const module of modules) taken.add(module);
    groups.push({ name, test: (module) => modules.has(module) });
  };
  // The start script must not wait for other files.
  take('given', chunks.withImports(chunks.entry('start')));
  take('shell', chunks.withImports(chunks.entry('main')));
  for (const [name, module] of Object.entries(FIRST_SCREENS))
    take(name, chunks.withImports(chunks.screen(module)));
  return groups;
}

/** Writes the page. It lists all files that are needed immediately, so that the browser requests them in parallel. */
function writeIndex(out, chunks, notices) {
  const main = chunks.entry('main');
  const shell = chunks.withImports(main);
  const screens = Object.entries(FIRST_SCREENS).map(([name, module]) => [
    name,
    [...chunks.withImports(chunks.screen(module))].filter((file) => !shell.has(file)),
  ]);
  const imports = SHARED.map((name) => [name, addressOf(chunks.entry(sharedNameOf(name)))]);
  // The import map must precede all modules.
  const tags = [
    `<link rel="license" href="${addressOf(notices)}" />`,
    `<script type="importmap" nonce="__NONCE__">${JSON.stringify({ imports: Object.fromEntries(imports) })}</script>`,
    `<meta name="admin-screens" content="${JSON.stringify(Object.fromEntries(screens)).replaceAll('"', '&quot;')}" />`,
    `<script type="module" async src="${addressOf(chunks.entry('start'))}"></script>`,
    ...[...shell]
      .filter((file) => file !== main)
      .map((file) => `<link rel="modulepreload" href="${addressOf(file)}" />`),
    `<script type="module" src="${addressOf(main)}"></script>`,
  ].join('\n    ');
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace('<!-- assets -->', () => tags);
  writeFileSync(join(out, 'index.html'), page);
}

const addressOf = (fileName) => `__BASE__assets/${fileName}`;

/** Compresses assets at build time, at a higher level than a server could afford for each response. */
function writeAsset(path, code) {
  writeFileSync(path, code);
  writeFileSync(`${path}.br`, brotliCompressSync(code));
  writeFileSync(`${path}.gz`, gzipSync(code, { level: 9 }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAdmin();
