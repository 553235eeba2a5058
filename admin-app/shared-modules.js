/**
 * What the page gives to the parts of a project by an import map: there is one React, one theme, one session. The packages that `cms build`
 * leaves to it are named in `dist/shared.json`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
/** What stands before the name of a package in the name of its module. */
const PREFIX = 'shared:';
/** The admin itself, as its own types in `types/` describe it. */
const OWN = 'cms-api-components-admin';
const ADMIN = './src/app/extensions/extension-api.js';
const TYPES = new URL('types/index.d.ts', import.meta.url);

/** Packages of CommonJS have no names that a bundler could see: they are written out. */
const COMMON_JS = ['react', 'react/jsx-runtime', 'react-dom'];
const MODULES = ['@mui/material'];

export const SHARED = [OWN, ...COMMON_JS, ...MODULES];

/** The name of the file for a package. */
export const sharedNameOf = (name) => name.replace('@', '').replaceAll('/', '-');

/** A file for each. */
export const sharedEntries = Object.fromEntries(
  SHARED.map((name) => [sharedNameOf(name), `${PREFIX}${name}`]),
);

export const sharedModules = (folder) => ({
  name: 'shared-modules',
  // Where it says to be, packages are found that the application has.
  resolveId: (id) => (id.startsWith(PREFIX) ? join(folder, id) : undefined),
  load(id) {
    const name = id.startsWith(join(folder, PREFIX)) && id.slice(join(folder, PREFIX).length);
    return name ? { code: contentsOf(name), moduleType: 'js' } : undefined;
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
