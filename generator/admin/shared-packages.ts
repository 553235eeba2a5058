import type { PartialMessage, Plugin } from 'esbuild';
import { ADMIN_NAME } from 'cms-api-components/internal/kernel/util/packages/package-root.js';

const NAMESPACE = 'shared';
const MUI = '@mui/material';

/** A second copy of these packages would not share the session, form and theme of the page. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^(?:ra-core|react-admin|ra-ui-materialui)(?:\/|$)/, `Import its public API from ${ADMIN_NAME}.`],
  [/^react-router(?:-dom)?(?:\/|$)/, `Import Link and useNavigate from ${ADMIN_NAME}.`],
  [/^@emotion\//, `Import styled from ${MUI}.`],
  [/^react-dom\/client$/, 'Export the extensions with defineAdmin. The admin renders them.'],
];

/**
 * Resolves shared packages to the copies that the page has loaded, so that there is one React, one theme and one
 * session.
 */
export const sharedPackages = (shared: readonly string[]): Plugin => ({
  name: 'shared-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path }) => {
      if (shared.includes(path)) return { path, external: true };
      // Icon packages import single modules of it.
      if (path.startsWith(`${MUI}/`) && shared.includes(MUI)) return { path, namespace: NAMESPACE };
      const refused = REFUSED.find(([pattern]) => pattern.test(path));
      return refused === undefined ? undefined : { errors: [refusal(path, refused[1])] };
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({ contents: partOf(path) }));
  },
});

const refusal = (path: string, remedy: string): PartialMessage => ({
  text: `"${path}" would be loaded twice. ${remedy}`,
});

/** `@mui/material/Button` exports the component as default, `@mui/material/styles` has named exports. */
const partOf = (path: string): string =>
  [
    `import * as all from '${MUI}';`,
    `export * from '${MUI}';`,
    `export default all[${JSON.stringify(path.slice(path.lastIndexOf('/') + 1))}];`,
  ].join('\n');
