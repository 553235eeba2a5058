import { compareText } from '../text/canonicalize.js';

/** A generated file, in memory until the run succeeds. */
export interface GeneratedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly content: string;
  /** Hash of the model part that the file depends on; undefined for files that are always rendered. */
  readonly modelHash?: string;
  /** Hash of the content, if it is already known. Some files have megabytes. */
  readonly hash?: string;
}

/** An unchanged file in the output folder, which is neither rendered nor read again. */
export interface RetainedFile {
  readonly path: string;
  /** Hash of its content. */
  readonly hash: string;
  readonly modelHash: string;
}

/** Collects the files of one run, in any order. */
export interface FileSet {
  /** @throws Error if the path was added before: two emitters write the same file, which is a bug. */
  add(file: GeneratedFile): void;
  /** @throws Error if the path was added before. */
  keep(file: RetainedFile): void;
  has(path: string): boolean;
  /** Returns the rendered files, sorted by path. */
  list(): readonly GeneratedFile[];
  /** Returns the files that stay unchanged. */
  kept(): readonly RetainedFile[];
}

/** Creates an empty file set. */
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
