import { didYouMean } from '../../runtime/kernel/util/suggest.js';

/** The message for an unknown command; `names` are the commands that exist. */
export function describeUnknown(id: string, names: readonly string[]): string {
  const isLong = id.startsWith('cms:');
  const known = names.filter((name) => name.startsWith('cms:') === isLong);
  return `command ${id} not found. ${didYouMean(id, known)}\nSee \`cms --help\`.`;
}
