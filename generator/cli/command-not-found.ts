import type { Hook } from '@oclif/core';
import { didYouMean } from '../schema/suggest.js';
import { mayHaveCommands } from './project-commands.js';

/** Runs a command of the project's own, or tells what was probably meant instead of a command that is not there. */
export const COMMAND_NOT_FOUND: Hook.CommandNotFound = async function ({ id, argv, config }) {
  if (!mayHaveCommands(process.cwd())) this.error(describeUnknown(id, config.commandIDs), { exit: 2 });
  const { RunFeatureCommand } = await import('./commands/run-feature-command.js');
  await RunFeatureCommand.run([id, ...(argv ?? [])], config);
};

/** What people read who asked for a command that is none of the `names`. */
export function describeUnknown(id: string, names: readonly string[]): string {
  const isLong = id.startsWith('cms:');
  const known = names.filter((name) => name.startsWith('cms:') === isLong);
  return `command ${id} not found. ${didYouMean(id, known)}\nSee \`cms --help\`.`;
}
