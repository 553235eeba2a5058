/**
 * What the page gives to the parts of a project by an import map: there is one React, one theme, one session. The packages that `cms build`
 * leaves to it are named in `dist/shared.json`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const NAMESPACE = 'shared';
/** The admin itself, as its own types in `types/` describe it. */
const OWN = 'cms-api-components-admin';
const ADMIN = './src/own/shared.js';
const TYPES = new URL('types/index.d.ts', import.meta.url);

/** Packages of CommonJS have no names that a bundler could see: they are written out. */
const COMMON_JS = ['react', 'react/jsx-runtime', 'react-dom'];
const MODULES = ['@mui/material'];

export const SHARED = [OWN, ...COMMON_JS, ...MODULES];

/** A file for each, whose name is that of the package. */
export const sharedEntries = SHARED.map((name) => ({
  in: `${NAMESPACE}:${name}`,
  out: name.replace('@', '').replaceAll('/', '-'),
}));

/** The package of an entry point, where it is one of these. */
export const packageOf = (entryPoint = '') =>
  entryPoint.startsWith(`${NAMESPACE}:`) ? entryPoint.slice(NAMESPACE.length + 1) : undefined;

export const sharedModules = (folder) => ({
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path }) => ({
      path: path.slice(NAMESPACE.length + 1),
      namespace: NAMESPACE,
    }));
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: contentsOf(path),
      resolveDir: folder,
    }));
  },
});

/** The values that the types promise, which the compiler has compared with those that there are. */
const declaredNames = () =>
  [...readFileSync(TYPES, 'utf8').matchAll(/^export (?:declare )?(?:function|const) (\w+)/gm)].map(
    ([, name]) => name,
  );

function contentsOf(name) {
  if (name === OWN)
    return `import shared from '${ADMIN}'; export const { ${declaredNames().join(', ')} } = shared;`;
  const names = Object.keys(require(name)).filter((one) => one !== 'default');
  // One by one: of a star the bundler would load all with the first.
  const list = MODULES.includes(name) ? names : ['default', ...names];
  return `export { ${list.join(', ')} } from '${name}';`;
}
