const DATA_ELSEWHERE = 'CMS_DATA_DIR names another folder for what the service stores.';
const NOT_ALLOWED = `this account may not use it. Change the permissions, or run the command as the owner. ${DATA_ELSEWHERE}`;

/** What the system says of a file that can't be used, and what helps. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', NOT_ALLOWED],
  ['EPERM', NOT_ALLOWED],
  [
    'EROFS',
    `it is on a file system that can only be read. Work in a copy that can be written. ${DATA_ELSEWHERE}`,
  ],
  ['ENOSPC', 'the disk is full. Make room, then run the command again.'],
  ['EDQUOT', 'the disk quota is used up. Make room, then run the command again.'],
  [
    'EFBIG',
    'it would be larger than this account may write. Raise the limit (ulimit -f), then run the command again.',
  ],
  ['EMFILE', 'too many files are open. Raise the limit (ulimit -n), then run the command again.'],
  ['ENOTDIR', 'a folder is needed where a file is. Move the file away, then run the command again.'],
  ['EEXIST', 'a folder is needed where a file is. Move the file away, then run the command again.'],
  ['EISDIR', 'a file is needed where a folder is. Move the folder away, then run the command again.'],
  ['ENOENT', 'it is not there, or a link to it leads nowhere. Restore it, then run the command again.'],
]);

/** Says which file the system refuses, why, and what to do; undefined for any other error. */
export function describeFileFailure(error: Error): string | undefined {
  if (!('code' in error && 'path' in error && typeof error.path === 'string')) return undefined;
  const reason = REASONS.get(String(error.code));
  return reason === undefined ? undefined : `${error.path} cannot be used: ${reason}`;
}
