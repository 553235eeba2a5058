import type { Hook } from '@oclif/core';
import { describeUnknown, mayHaveCommands } from './project-commands.js';

/** Runs a command of the project, or suggests a similar name for an unknown one. */
export const COMMAND_NOT_FOUND: Hook.CommandNotFound = async function ({ id, argv, config }) {
  if (!mayHaveCommands(process.cwd()))
    this.error(describeUnknown(id, config.commandIDs, process.cwd()), { exit: 2 });
  const { RunFeatureCommand } = await import('../commands/run-feature-command.js');
  await RunFeatureCommand.run([id, ...(argv ?? [])], config);
};
