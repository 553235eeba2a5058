import { COMMANDS as OF_THE_GENERATOR } from '../../generator/cli/index.js';
import { COMMANDS as OF_THE_RUNTIME } from '../../runtime/console/command-line/index.js';

/** All commands of the command line with the generator installed, by id. */
export const COMMANDS = { ...OF_THE_GENERATOR, ...OF_THE_RUNTIME };
