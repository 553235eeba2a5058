/**
 * An archive is a tar file. Behind every so many entries stands a list of their checksums, as `sha256sum --check` reads it, and
 * the last entry says how many there were: what is cut or changed is found, and nobody holds more than one list in memory.
 */
export const CHECKSUMS_FOLDER = 'checksums/';
export const LAST_ENTRY = 'end.json';
export const ENTRIES_OF_A_LIST = 1000;

export interface ArchiveEnd {
  /** Entries before the end, lists of checksums not counted. */
  readonly entries: number;
}

/** One line of a list; a name with a line break or a backslash is written as `sha256sum` does. */
export function checksumLine(hash: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${hash}  ${escaped}\n`;
}
