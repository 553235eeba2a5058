/** Location of a file: an alias of `filesystems`, and its path there. */
export interface StoredFile {
  readonly adapter: string;
  readonly path: string;
}
