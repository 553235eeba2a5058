import type { Readable } from 'node:stream';
import type { Database, SqlSession } from '../../../kernel/contract/database/database.js';

/** The tables of a project in a database. */
export interface DatabasePlace {
  readonly url: string;
  readonly tablePrefix: string;
}

export interface CopyOptions {
  readonly database: Database;
  /** Path of the new file, which gzip compresses. */
  readonly file: string;
  /** A folder for this user alone, for what is needed meanwhile. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Reads what belongs to the copy. `isExact`: the session sees the very moment of the copy, and not a later one. */
  read(session: SqlSession, isExact: boolean): Promise<void>;
}

export interface RestoreOptions {
  /** A copy as it was written. */
  readonly content: Readable;
  /** A folder for this user alone, for what is needed meanwhile. */
  readonly folder: string;
  /** The database as it was found: its tables go. */
  readonly found: DatabaseState;
  readonly signal: AbortSignal;
}

/** Copies one kind of database with its own means, and puts the copy back. */
export interface DatabaseCopies {
  /** Name of a copy in an archive. */
  readonly name: string;
  /**
   * Copies the tables of one moment, while others read and write; what was committed before is in it.
   * @throws ProjectError where a program of the database is missing, or fails
   */
  copy(options: CopyOptions): Promise<void>;
  /** Looks at the database without changing it. @throws DatabaseUnavailableError */
  state(): Promise<DatabaseState>;
  /**
   * Reads a copy to its end, before anything is changed.
   * @throws ProjectError where it would do more than to fill the tables of a project
   */
  check(content: Readable, found: DatabaseState): Promise<void>;
  /** @throws ProjectError where somebody who has the database open would not see what is restored; servers have none */
  assertUnused(): Promise<void>;
  /** Puts a copy in the place of the tables that are there. @throws ProjectError like `copy` */
  restore(options: RestoreOptions): Promise<void>;
}

/** What a copy of a database depends on. */
export interface DatabaseState {
  readonly product: 'SQLite' | 'PostgreSQL' | 'MariaDB' | 'MySQL';
  /** The server's own text, for example `10.11.19-MariaDB`; empty for a file, which any version reads. */
  readonly version: string;
  /** The schema in which tables are made; PostgreSQL only. */
  readonly schema: string | null;
  /** Whether there is no table of the project yet. */
  readonly isEmpty: boolean;
  /** Whether the account may read and write files of the server or run programs there; PostgreSQL only. */
  readonly isPrivileged: boolean;
  /** Full names of the tables of the project; of a file they are not looked at. */
  readonly tables: readonly string[];
}
