import type { Command, Interfaces } from '@oclif/core';
import { COMMANDS as OF_THE_GENERATOR } from '../../generator/cli/index.js';
import { COMMANDS as OF_THE_RUNTIME } from '../../runtime/console/command-line/index.js';

/** All commands of the command line with the generator installed, by id. */
export const COMMANDS = { ...OF_THE_GENERATOR, ...OF_THE_RUNTIME };

/** Returns all flags of a command, including those of the installed packages. */
export async function flagsOf(command: Command.Class): Promise<Interfaces.FlagInput> {
  if (!('allFlags' in command) || typeof command.allFlags !== 'function') return command.flags ?? {};
  return (await command.allFlags(process.cwd())) as Interfaces.FlagInput; // of a feature command
}
