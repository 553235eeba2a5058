import type { Hook } from '@oclif/core';
import { didYouMean } from '../schema/suggest.js';

/** Tells what was probably meant instead of a command that is not there. */
export const COMMAND_NOT_FOUND: Hook.CommandNotFound = async function ({ id, config }) {
  const isLong = id.startsWith('cms:');
  const known = config.commandIDs.filter((name) => name.startsWith('cms:') === isLong);
  const hint = didYouMean(id, known);
  this.error(`command ${id} not found. ${hint}\nSee \`cms --help\`.`, { exit: 2 });
};
