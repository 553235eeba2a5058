import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { StoredFile } from './stored-file.js';

/** Files without a record that a feature needs. They do not count as orphaned until the feature releases them. */
export interface RetainedFiles {
  /** Returns those paths that are kept, on any filesystem, with one statement. */
  among(session: SqlSession, paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns all kept files in pages; a file may occur more than once. */
  all(session: SqlSession): AsyncGenerator<readonly StoredFile[]>;
}

/** Joins the kept files of all features. `offered` is called after all features were created. */
export function joinRetainedFiles(offered: () => readonly RetainedFiles[]): RetainedFiles {
  return {
    async among(session, paths) {
      const retained = new Set<string>();
      if (paths.length === 0) return retained;
      for (const each of offered()) for (const path of await each.among(session, paths)) retained.add(path);
      return retained;
    },
    async *all(session) {
      for (const each of offered()) yield* each.all(session);
    },
  };
}
