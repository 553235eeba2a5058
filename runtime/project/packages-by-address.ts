import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * Options for bundling a module that runs beside no package: packages are looked up now, by the rules by which Node would, and
 * named by their address. @param runsFrom folder that the module believes to run from
 */
export function packagesByAddress(root: string, runsFrom: string): BuildOptions {
  const file = join(runsFrom, 'module.mjs');
  return {
    plugins: [addressPlugin(root)],
    conditions: 'require_module' in process.features ? ['module-sync', 'node-addons'] : ['node-addons'],
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(file).href),
      'import.meta.filename': JSON.stringify(file),
      'import.meta.dirname': JSON.stringify(runsFrom),
    },
  };
}

/** Source files, which only the bundler can read: a name may stand for one of the project. */
const SOURCE = /\.[cm]?tsx?$/;

function addressPlugin(root: string): Plugin {
  const asked = { isAsked: true };
  return {
    name: 'packages-by-address',
    setup(build) {
      build.onResolve({ filter: /^[^./#]/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === asked || isBuiltin(path) || URL.canParse(path)) return undefined;
        const { path: found, errors } = await build.resolve(path, { ...from, pluginData: asked });
        if (SOURCE.test(found)) return undefined;
        // A package that is not installed fails only when it is imported, because the importing module may handle that.
        const file = errors.length === 0 ? found : join(root, 'node_modules', path);
        return { path: pathToFileURL(file).href, external: true };
      });
    },
  };
}
