import { dirname } from 'node:path';
import { makePrivateFile, makePrivateFolder, restrictFile } from '../../../kernel/util/private-files.js';

/** SQLite creates log files with the mode of the database, but does not change existing ones. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Creates the file of a database and restricts it to this user, because it contains password hashes and
 * unpublished content. Returns the files that belong to another user.
 */
export async function prepareDatabaseFile(path: string): Promise<readonly string[]> {
  await makePrivateFolder(dirname(path));
  await makePrivateFile(path);
  const files = SUFFIXES.map((suffix) => path + suffix);
  const verdicts = await Promise.all(files.map(restrictFile));
  return files.filter((_file, index) => verdicts[index] === false);
}
