import { flush, handle, run, settings } from '@oclif/core';
import { describeVersionDifference } from './project-version.js';

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
