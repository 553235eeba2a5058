/** One generated file, kept in memory until everything is known to be right. */
export interface GeneratedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly content: string;
  /** Hash of the part of the model that the file was made from; absent for files that always re-render. */
  readonly modelHash?: string;
}

/** Collects the files of one run; the order of additions does not matter. */
export interface FileSet {
  /** @throws Error when the path was added before: two emitters claim one file, which is a bug. */
  add(file: GeneratedFile): void;
  get(path: string): GeneratedFile | undefined;
  /** Sorted by path. */
  list(): readonly GeneratedFile[];
}

/** Makes an empty file set. */
export function createFileSet(): FileSet {
  const files = new Map<string, GeneratedFile>();
  return {
    add(file) {
      assertRelative(file.path);
      if (files.has(file.path)) throw new Error(`Two emitters write ${file.path}.`);
      files.set(file.path, file);
    },
    get: (path) => files.get(path),
    list: () => [...files.values()].sort((left, right) => comparePaths(left.path, right.path)),
  };
}

/** Orders paths by code unit, so that every machine prints the same list. */
export function comparePaths(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function assertRelative(path: string): void {
  const parts = path.split('/');
  if (path.includes('\\') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error(`${JSON.stringify(path)} is not a plain relative path.`);
  }
}
