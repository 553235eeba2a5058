/**
 * Names in an archive, which is a tar file. Regular checksum lists in the format of `sha256sum --check`
 * follow the entries, and the last entry has their number. Truncation and changes are detected with only one
 * list in memory.
 */
export const CHECKSUMS_FOLDER = 'checksums/';
export const LAST_ENTRY = 'end.json';
export const ENTRIES_OF_A_LIST = 1000;

export interface ArchiveEnd {
  /** Number of entries before the end, without checksum lists. */
  readonly entries: number;
}

/** Returns one line of a list. Names with a line break or a backslash are escaped like `sha256sum` does. */
export function checksumLine(hash: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${hash}  ${escaped}\n`;
}
