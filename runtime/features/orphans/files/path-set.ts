import { createTextSet } from './text-set.js';

/** Set of paths with a mark each. A million paths take nine megabytes. */
export interface PathSet {
  has(path: string): boolean;
  /** Sets the mark of a path that is in the set. */
  mark(path: string, mark: string): void;
  hasMark(path: string, mark: string): boolean;
}

export async function collectPaths(paths: AsyncIterable<string>): Promise<PathSet> {
  const texts = createTextSet();
  for await (const path of paths) texts.add(path);
  const marks = new Map<string, Uint8Array>();
  return {
    has: (path) => texts.has(path),
    mark(path, mark) {
      const index = texts.indexOf(path);
      if (index === -1) return;
      const marked = marks.get(mark) ?? new Uint8Array(texts.size);
      marked[index] = 1;
      marks.set(mark, marked);
    },
    hasMark(path, mark) {
      const index = texts.indexOf(path);
      return index !== -1 && marks.get(mark)?.[index] === 1;
    },
  };
}
