// Imported separately, because the whole library loads twice as much.
import { Plugin } from '@oclif/core/config';
import { flush } from '@oclif/core/flush';
import { handle } from '@oclif/core/handle';
import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';
import {
  GENERATOR_NAME,
  PACKAGE_NAME,
  packageDocument,
  packageRoot,
  packageVersion,
} from '../../kernel/util/packages/package-root.js';
import { findPackage, installedPackage } from '../../kernel/util/packages/find-package.js';

/** Runs the command given by the arguments, on the project in the current directory. */
export async function runCommandLine(): Promise<void> {
  // Always run compiled commands, whatever NODE_ENV is.
  settings.enableAutoTranspile = false;
  const difference = describeVersionDifference(process.cwd());
  if (difference !== undefined) process.stderr.write(`${difference}\n`);
  try {
    const [first, ...others] = process.argv.slice(2);
    const line = first === 'help' ? [...others, '--help'] : process.argv.slice(2);
    await run(line, { root: packageRoot(), plugins: await loadPlugins(process.cwd()) });
    await flush();
  } catch (error) {
    // Intentional errors are instances of Error; anything else is printed as text.
    await handle(error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * Loads this package and the generator, if it is installed. Other plugins are not searched: projects cannot
 * declare any, and CMS_DATA_DIR is a project's data folder, not a plugin folder.
 */
async function loadPlugins(project: string): Promise<Map<string, Plugin>> {
  const found = new Map<string, Plugin>();
  const generator = findPackage(GENERATOR_NAME, project);
  for (const root of [packageRoot(), ...(generator === undefined ? [] : [generator])]) {
    const plugin = new Plugin({ root, isRoot: found.size === 0 });
    await plugin.load();
    found.set(plugin.name, plugin);
  }
  return found;
}

/**
 * Returns a notice if the project has another version installed than the running command, because generated
 * code may not match. Undefined in a folder without the package.
 */
function describeVersionDifference(project: string): string | undefined {
  const running = packageVersion();
  for (const name of [PACKAGE_NAME, GENERATOR_NAME]) {
    const installed = installedVersion(name, project);
    if (installed !== undefined && installed !== running)
      return `This is ${PACKAGE_NAME} ${running}, but the project uses ${name} ${installed}. Run \`npx cms\` instead, and use the same version of both packages.`;
  }
  return undefined;
}

function installedVersion(name: string, project: string): string | undefined {
  const root = installedPackage(name, project);
  return root === undefined ? undefined : packageDocument(root).version;
}
