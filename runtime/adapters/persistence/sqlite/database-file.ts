import { dirname } from 'node:path';
import { makePrivateFile, makePrivateFolder, restrictFile } from '../../../kernel/util/private-files.js';

/** SQLite gives the files of a log the mode of the database, but leaves those that are there as they are. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Makes the file of a database, and keeps it to this user: it holds password hashes and what is not published. Answers
 * the files that belong to somebody else.
 */
export async function prepareDatabaseFile(path: string): Promise<readonly string[]> {
  await makePrivateFolder(dirname(path));
  await makePrivateFile(path);
  const files = SUFFIXES.map((suffix) => path + suffix);
  const verdicts = await Promise.all(files.map(restrictFile));
  return files.filter((_file, index) => verdicts[index] === false);
}
