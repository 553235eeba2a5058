import type { Readable } from 'node:stream';
import type { Database, SqlSession } from '../../../kernel/contract/database/database.js';

/** A project's tables in a database. */
export interface DatabasePlace {
  readonly url: string;
  readonly tablePrefix: string;
}

export interface CopyOptions {
  readonly database: Database;
  /** Path of the new file, compressed by gzip. */
  readonly file: string;
  /** Temporary folder that only this user can access. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /**
   * Reads the data that belongs to the copy. `isExact`: the session sees the snapshot of the copy, not a
   * later state.
   */
  read(session: SqlSession, isExact: boolean): Promise<void>;
}

export interface RestoreOptions {
  /** A copy as it was written. */
  readonly content: Readable;
  /** Temporary folder that only this user can access. */
  readonly folder: string;
  /** State of the target database, whose tables are dropped. */
  readonly found: DatabaseState;
  readonly signal: AbortSignal;
}

/** Copies and restores one kind of database with its own tools. */
export interface DatabaseCopies {
  /** Name of a copy in an archive. */
  readonly name: string;
  /**
   * Copies a snapshot of the tables while others read and write; everything committed before is included.
   * @throws ProjectError if a program of the database is missing or fails
   */
  copy(options: CopyOptions): Promise<void>;
  /** Reads the state of the database. @throws DatabaseUnavailableError */
  state(): Promise<DatabaseState>;
  /**
   * Reads a whole copy before anything is changed.
   * @throws ProjectError if it would do more than fill the tables of a project
   */
  check(content: Readable, found: DatabaseState): Promise<void>;
  /**
   * Checks that no other process has the database file open, which would not see the restored data. No-op for
   * servers. @throws ProjectError
   */
  assertUnused(): Promise<void>;
  /** Replaces the existing tables with a copy. @throws ProjectError like `copy` */
  restore(options: RestoreOptions): Promise<void>;
}

/** Properties of a database that a copy depends on. */
export interface DatabaseState {
  readonly product: 'SQLite' | 'PostgreSQL' | 'MariaDB' | 'MySQL';
  /**
   * Version text of the server, for example `10.11.19-MariaDB`; empty for a file, which any version reads.
   */
  readonly version: string;
  /** Schema of new tables; PostgreSQL only. */
  readonly schema: string | null;
  /** Whether the database has no table of the project. */
  readonly isEmpty: boolean;
  /** Whether the account can access files or run programs on the server; PostgreSQL only. */
  readonly isPrivileged: boolean;
  /** Full names of the project's tables; not determined for a file. */
  readonly tables: readonly string[];
}
