import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { StoredFile } from './stored-file.js';

/** Files that no record holds and that a feature needs nevertheless: they are no orphans, and stay until it lets go of them. */
export interface KeptFiles {
  /** The paths among some that are kept, on whatever filesystem: one statement. */
  among(session: SqlSession, paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** All of them, in pages; a file may come more than once. */
  all(session: SqlSession): AsyncGenerator<readonly StoredFile[]>;
}

/** What all features together keep; `offered` answers once every feature is created. */
export function joinKeptFiles(offered: () => readonly KeptFiles[]): KeptFiles {
  return {
    async among(session, paths) {
      const kept = new Set<string>();
      if (paths.length === 0) return kept;
      for (const each of offered()) for (const path of await each.among(session, paths)) kept.add(path);
      return kept;
    },
    async *all(session) {
      for (const each of offered()) yield* each.all(session);
    },
  };
}
