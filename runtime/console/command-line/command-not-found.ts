import type { Hook } from '@oclif/core';
import { describeUnknown, mayHaveCommands } from './project-commands.js';

/** Runs a project command, or suggests a similar command if there is none. */
export const COMMAND_NOT_FOUND: Hook.CommandNotFound = async function ({ id, argv, config }) {
  if (!mayHaveCommands(process.cwd()))
    this.error(describeUnknown(id, config.commandIDs, process.cwd()), { exit: 2 });
  const { RunFeatureCommand } = await import('../commands/run-feature-command.js');
  await RunFeatureCommand.run([id, ...(argv ?? [])], config);
};
