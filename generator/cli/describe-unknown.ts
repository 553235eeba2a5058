import { didYouMean } from '../../runtime/kernel/util/suggest.js';

/** What people read who asked for a command that is none of the `names`. */
export function describeUnknown(id: string, names: readonly string[]): string {
  const isLong = id.startsWith('cms:');
  const known = names.filter((name) => name.startsWith('cms:') === isLong);
  return `command ${id} not found. ${didYouMean(id, known)}\nSee \`cms --help\`.`;
}
