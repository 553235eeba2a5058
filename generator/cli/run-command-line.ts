import { flush, handle, run, settings } from '@oclif/core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_NAME, packageVersion } from '../../runtime/kernel/util/package-root.js';

/** Runs the command that the arguments name; `root` is the path of the executable. */
export async function runCommandLine(root: string): Promise<void> {
  // Compiled commands are always what runs, whatever NODE_ENV says.
  settings.enableAutoTranspile = false;
  const difference = describeVersionDifference(process.cwd());
  if (difference !== undefined) process.stderr.write(`${difference}\n`);
  try {
    // It has no plugins, and CMS_DATA_DIR is the data folder of a project, not a place to look for some.
    const [first, ...others] = process.argv.slice(2);
    const line = first === 'help' ? [...others, '--help'] : process.argv.slice(2);
    await run(line, { root, userPlugins: false, devPlugins: false, jitPlugins: false });
    await flush();
  } catch (error) {
    // Everything thrown on purpose is an Error; anything else is printed by its text.
    await handle(error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * Says when the command is not of the version that the project has installed: what it generates and runs may not fit what
 * the project imports. Nothing in a folder without the package.
 */
function describeVersionDifference(project: string): string | undefined {
  const running = packageVersion();
  const installed = installedVersion(project);
  if (installed === undefined || installed === running) return undefined;
  return `This command is ${PACKAGE_NAME} ${running}, but the project has ${installed}. Run the project's own with \`npx cms\`.`;
}

function installedVersion(project: string): string | undefined {
  try {
    const path = createRequire(join(project, 'package.json')).resolve(`${PACKAGE_NAME}/package.json`);
    const { version }: { readonly version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
