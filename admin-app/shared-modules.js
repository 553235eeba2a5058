/**
 * Modules that the page provides to extensions by an import map, so that there is only one React, one theme and one
 * session. `dist/shared.json` lists the packages that `cms build` leaves external.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
/** Prefix of the module names of shared packages. */
const PREFIX = 'shared:';
/** Package name of the admin. Its API is declared in `types/`. */
const OWN = 'cms-api-components-admin';
const ADMIN = './src/app/extensions/extension-api.js';
const TYPES = new URL('types/index.d.ts', import.meta.url);

/** CommonJS packages have no static exports, so their names are listed. */
const COMMON_JS = ['react', 'react/jsx-runtime', 'react-dom'];
const MODULES = ['@mui/material'];

export const SHARED = [OWN, ...COMMON_JS, ...MODULES];

/** Returns the file name of a package. */
export const sharedNameOf = (name) => name.replace('@', '').replaceAll('/', '-');

/** One entry for each package. */
export const sharedEntries = Object.fromEntries(
  SHARED.map((name) => [sharedNameOf(name), `${PREFIX}${name}`]),
);

export const sharedModules = (folder) => ({
  name: 'shared-modules',
  // Resolves the module inside the application, where its packages are installed.
  resolveId: (id) => (id.startsWith(PREFIX) ? join(folder, id) : undefined),
  load(id) {
    const name = id.startsWith(join(folder, PREFIX)) && id.slice(join(folder, PREFIX).length);
    return name ? { code: contentsOf(name), moduleType: 'js' } : undefined;
  },
});

/** Names of the exports in the type declarations. The compiler compares them with the implementation. */
const declaredNames = () =>
  [...readFileSync(TYPES, 'utf8').matchAll(/^export (?:declare )?(?:function|const) (\w+)/gm)].map(
    ([, name]) => name,
  );

function contentsOf(name) {
  if (name === OWN)
    return `import shared from '${ADMIN}'; export const { ${declaredNames().join(', ')} } = shared;`;
  const names = Object.keys(require(name)).filter((one) => one !== 'default');
  // Exports each name separately: a star export would load the whole package.
  const list = MODULES.includes(name) ? names : ['default', ...names];
  return `export { ${list.join(', ')} } from '${name}';`;
}
