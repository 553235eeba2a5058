import { compareText } from '../model/canonicalize.js';

/** One generated file, kept in memory until everything is known to be right. */
export interface GeneratedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly content: string;
  /** Hash of the part of the model that the file was made from; absent for files that always re-render. */
  readonly modelHash?: string;
  /** Hash of the content, when it was worked out already: some files have megabytes. */
  readonly hash?: string;
}

/** A file that stands in the output folder as this run would write it: it is neither rendered nor read again. */
export interface RetainedFile {
  readonly path: string;
  /** Hash of its content. */
  readonly hash: string;
  readonly modelHash: string;
}

/** Collects the files of one run; the order of additions does not matter. */
export interface FileSet {
  /** @throws Error when the path was added before: two emitters claim one file, which is a bug. */
  add(file: GeneratedFile): void;
  /** @throws Error when the path was added before. */
  keep(file: RetainedFile): void;
  has(path: string): boolean;
  /** The rendered files, sorted by path. */
  list(): readonly GeneratedFile[];
  /** The paths of files that stay unchanged. */
  kept(): readonly RetainedFile[];
}

/** Makes an empty file set. */
export function createFileSet(): FileSet {
  const files = new Map<string, GeneratedFile>();
  const kept = new Map<string, RetainedFile>();
  const has = (path: string): boolean => files.has(path) || kept.has(path);
  const claim = (path: string): void => {
    assertRelative(path);
    if (has(path)) throw new Error(`Two emitters write ${path}.`);
  };
  return {
    add(file) {
      claim(file.path);
      files.set(file.path, file);
    },
    keep(file) {
      claim(file.path);
      kept.set(file.path, file);
    },
    has,
    list: () => [...files.values()].sort((left, right) => compareText(left.path, right.path)),
    kept: () => [...kept.values()],
  };
}

function assertRelative(path: string): void {
  const parts = path.split('/');
  if (path.includes('\\') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error(`${JSON.stringify(path)} is not a plain relative path.`);
  }
}
