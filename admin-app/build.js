/**
 * Bundles the admin into `dist/`: `index.html`, whose assets have hashed names, and these. What a screen needs beside the shell is a file
 * of its own, loaded with the first such screen. Plain JavaScript, because it runs before anything is compiled.
 */
import { build } from 'esbuild';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageOf, SHARED, sharedEntries, sharedModules } from './shared-modules.js';

const folder = dirname(fileURLToPath(import.meta.url));
const ENTRY = 'src/main.tsx';

export async function buildAdmin() {
  const out = join(folder, 'dist');
  rmSync(out, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [{ in: join(folder, ENTRY), out: 'main' }, ...sharedEntries],
    plugins: [sharedModules(folder)],
    absWorkingDir: folder,
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'linked',
    metafile: true,
    logLevel: 'warning',
  });
  writeIndex(out, metafile.outputs);
  writeFileSync(join(out, 'shared.json'), JSON.stringify(SHARED));
  compress(Object.keys(metafile.outputs));
}

/** The page names what is needed at once, so that the browser asks for all of it together. */
function writeIndex(out, outputs) {
  const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  const addressOf = (path) => `__BASE__${relative(out, join(folder, path)).split('\\').join('/')}`;
  const preloads = [...importsOf(entry, outputs)]
    .filter((path) => path !== entry)
    .map((path) => `<link rel="modulepreload" href="${addressOf(path)}" />`);
  // Before any module: a map that comes later is not looked at.
  const tags = [
    importMap(outputs, addressOf),
    ...preloads,
    `<script type="module" src="${addressOf(entry)}"></script>`,
  ].join('\n    ');
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace('<!-- assets -->', tags);
  writeFileSync(join(out, 'index.html'), page);
}

function importMap(outputs, addressOf) {
  const shared = Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
    const name = packageOf(entryPoint);
    return name === undefined ? [] : [[name, addressOf(path)]];
  });
  return `<script type="importmap" nonce="__NONCE__">${JSON.stringify({ imports: Object.fromEntries(shared) })}</script>`;
}

/** The file with all that it imports by statements. */
function importsOf(path, outputs, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: next, kind } of outputs[path].imports)
    if (kind === 'import-statement') importsOf(next, outputs, found);
  return found;
}

/** Once, here, and better than a server has the time for at each answer. */
function compress(paths) {
  for (const path of paths.filter((one) => one.endsWith('.js'))) {
    const content = readFileSync(join(folder, path));
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content, { level: 9 }));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAdmin();
