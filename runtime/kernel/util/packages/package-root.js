import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
export const PACKAGE_NAME = 'cms-api-components';
/** The package that reads schemas and writes code; a project needs it for development only. */
export const GENERATOR_NAME = 'cms-api-components-generator';
/** The package with the browser application for editors; a project has it or not. */
export const ADMIN_NAME = `${PACKAGE_NAME}-admin`;
/**
 * Folder of the package that a module belongs to: a workspace of this repository, or a copy in a project's `node_modules`.
 * @param module `import.meta.url` of the module; of the runtime when left out
 */
export function packageRoot(module = import.meta.url) {
    let folder = dirname(fileURLToPath(module));
    while (!existsSync(join(folder, 'package.json'))) {
        const parent = dirname(folder);
        if (parent === folder)
            throw new Error(`The package of ${module} was not found`);
        folder = parent;
    }
    return folder;
}
/**
 * A top-level folder of this repository from which a package brings what it needs: `build.js` copies that into `dist/`, and
 * what runs from its sources reads the folder itself.
 * @param module `import.meta.url` of a module of the package
 */
export function assetFolder(path, module) {
    const root = packageRoot(module);
    return extname(new URL(module).pathname) === '.ts' ? join(dirname(root), path) : join(root, 'dist', path);
}
/** The `package.json` in the folder of one of our packages; its members are what this repository wrote. */
export const packageDocument = (root = packageRoot()) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Version of the running package; the packages of this repository have the same one. */
export const packageVersion = () => packageDocument().version;
/** Installs the release of one of our packages that belongs to this one. */
export const installCommand = (name) => `npm install ${name}@${packageVersion()}`;
/** The one instance of the runtime: what projects import must be what runs them. */
export function runtimeEntryUrl() {
    const isSource = extname(new URL(import.meta.url).pathname) === '.ts';
    const path = isSource ? 'index.ts' : packageDocument().exports['.'].default;
    return pathToFileURL(join(packageRoot(), path)).href;
}
//# sourceMappingURL=package-root.js.map