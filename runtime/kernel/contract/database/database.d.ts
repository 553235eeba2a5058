import type { Logger } from '../../ports/logger.js';
import type { State } from '../../util/async/state.js';
import type { ColumnType } from '../schema/resource.js';
/** Arrays are for `Dialect.anyOf` only. */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly string[] | readonly number[];
export type SqlParameters = Readonly<Record<string, SqlValue>>;
export type SqlRow = Readonly<Record<string, unknown>>;
/**
 * Runs SQL text with named parameters (`:name`). The text is compiled once per dialect and prepared on the connection,
 * so callers must keep it constant and pass every value as a parameter. Counts each statement for the request log.
 */
export interface SqlSession {
    readonly dialect: Dialect;
    all<Row extends SqlRow = SqlRow>(sql: string, parameters?: SqlParameters): Promise<Row[]>;
    first<Row extends SqlRow = SqlRow>(sql: string, parameters?: SqlParameters): Promise<Row | undefined>;
    /** Quoted, prefixed name of a table. */
    table(name: string): string;
}
export interface SqlWrite {
    readonly sql: string;
    readonly parameters: SqlParameters;
}
/** A session inside a transaction: sees its own writes, and is the only way to write. */
export interface TransactionSession extends SqlSession {
    /** State of this transaction. It ends with it, and another attempt starts with an empty one. */
    readonly state: State;
    /** State of the transaction that is committed: this one, or the larger one that it is a part of. */
    readonly whole: State;
    /** Runs `work` last in the transaction that is committed; parts that were undone may have asked for it too. */
    beforeEnd(work: (session: TransactionSession) => Promise<void>): void;
    /** Tells what has become of the transaction that is committed, this one or the larger one. It must not throw. */
    whenDecided(work: (outcome: Outcome) => void): void;
    /** Runs an insert, update or delete and answers the number of rows it touched. */
    run(sql: string, parameters?: SqlParameters): Promise<number>;
    /**
     * Runs several in their order. Where the database refuses everything behind a failed statement nobody waits for them: the
     * transaction throws what the first of them failed with.
     */
    sendAll(writes: readonly SqlWrite[]): Promise<void>;
    /** Inserts rows into a table (unprefixed name), keyed by column; what a row leaves out is the default of its column. */
    insert(table: string, rows: readonly SqlRow[], options?: InsertOptions): Promise<void>;
}
export interface InsertOptions {
    /** A row whose key is there already is left out, and the one that is there stays as it is. */
    readonly ignoreDuplicates?: boolean;
}
/** What statements are sent for: operators look for it when one is slow. */
export interface Origin {
    readonly useCase: string;
    /** The type that it is about. */
    readonly resource?: string;
    /** Names the request. */
    readonly log?: Logger;
    /** The state of the request; what it reads in one turn of the event loop is sent together. */
    readonly request?: State;
    /** Throws when nobody waits for the request any more; asked before each of its statements. */
    readonly assertWanted?: (() => void) | undefined;
}
export interface TransactionOptions {
    readonly origin?: Origin | undefined;
    /** Default: read committed; SQLite is always serializable. */
    readonly isolation?: 'serializable';
    /** Whether foreign keys are enforced while it runs; `false` is for SQLite only, where migrations rebuild tables. */
    readonly foreignKeys?: boolean;
    /** Throws when nobody wants the work any more; asked before each statement and before the commit. */
    readonly assertWanted?: (() => void) | undefined;
}
/** A pool of connections to one database. */
export interface Database extends SqlSession {
    /** Whether a connection stays with one client. Where a pooler shares them, none can be notified of what others do. */
    readonly keepsSessions: boolean;
    /**
     * Runs `work` in one transaction, committed when it resolves and rolled back when it throws. Serialization failures,
     * deadlocks and a busy file are retried a bounded number of times, so `work` must be repeatable.
     */
    transaction<Result>(work: (session: TransactionSession) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
    /**
     * Runs one write that needs no other, committed with its answer, and answers the first row that its `Dialect.returning` names.
     * Where the server takes statements by themselves that is one trip.
     */
    writeOne<Row extends SqlRow = SqlRow>(sql: string, parameters: SqlParameters): Promise<Row | undefined>;
    /**
     * Runs `work` with reads of the moment at which it begins: what is stored meanwhile is not seen. Holds a connection of the writers, and
     * keeps the database from tidying up behind others as long.
     */
    snapshot<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
    /**
     * Tells what has become of a transaction that went through: at once that it is committed, but for a database that is part of
     * a larger transaction, where only the end of that one decides.
     */
    whenDecided(work: (outcome: Outcome) => Promise<void>): Promise<void>;
    /** The same reads, told of and logged as part of what they are sent for. */
    during(origin: Origin): SqlSession;
    /** How many of its connections are used by now. */
    pools(): readonly PoolState[];
    /**
     * A replica for the reads of one request (ADR 85): it lacks nothing that was committed longer ago than the configured bound, and
     * nothing that a use case of this process has committed. Undefined where there is none, as in a larger transaction.
     */
    replica(): Replica | undefined;
    /** Begins to look how far the replicas are behind; until then none is used. For processes that serve. */
    watchReplicas(): void;
    replicas(): readonly ReplicaState[];
    /**
     * Runs `work` on connections of its own, whose statements take as long as they take: for what looks at all rows. Within a
     * larger transaction it is that one.
     */
    patiently<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
    close(): Promise<void>;
}
/** The reads of one request at one replica. */
export interface Replica extends SqlSession {
    during(origin: Origin): SqlSession;
    /** Whether a read failed, or was given up because the replica was left out: then all of them are done anew at the database itself. */
    hasFailed(): boolean;
}
/** A replica as this process sees it. */
export interface ReplicaState {
    /** Its place in `DATABASE_REPLICA_URLS`, from 1. */
    readonly number: number;
    readonly isInUse: boolean;
    /** Milliseconds since the last moment up to which it is known to have everything; undefined where nothing is known. */
    readonly behindMs: number | undefined;
    /** Requests that it was chosen for, and those of them that were read anew at the database itself, since the process started. */
    readonly chosen: number;
    readonly failed: number;
}
/** The connections of one pool of this process. */
export interface PoolState {
    /** `read` for statements by themselves, `write` for transactions. */
    readonly pool: 'read' | 'write';
    /** The most that it opens. */
    readonly limit: number;
    readonly inUse: number;
    /** Open and unused. */
    readonly idle: number;
    /** Statements or transactions that wait for a connection. */
    readonly waiting: number;
}
/** `unknown`: the connection was lost while it was being committed. */
export type Outcome = 'committed' | 'undone' | 'unknown';
export type DialectName = 'postgres' | 'mysql' | 'mariadb' | 'sqlite';
/** The few places where SQL differs between databases; everything else is written once. */
export interface Dialect {
    readonly name: DialectName;
    quote(identifier: string): string;
    /** `expression` equals one of the strings in list parameter `:parameter`; `type` is the column's type. */
    anyOf(expression: string, parameter: string, type?: 'uuid' | 'string'): string;
    /** The text `expression` is, letter by letter, one of the strings in list parameter `:parameter`. */
    sameText(expression: string, parameter: string): string;
    /** `:parameter` as it is compared with a column of `type`, so that it keeps all its digits. */
    typed(parameter: string, type: ColumnType): string;
    /** Test of the whole text `expression` against `:parameter`, a value that `wildcardPattern` made for the same letters. */
    wildcard(expression: string, parameter: string, letters?: LetterCase): string;
    /** User text is literal: `%`, `_` and what else means something in a pattern are escaped. */
    wildcardPattern(parts: readonly WildcardPart[], letters?: LetterCase): string;
    /** Bytes of a pattern that the database takes. */
    readonly longestPattern: number;
    /** Comma-joined text of `expression` over a group, ordered. */
    joinText(expression: string, orderBy: string): string;
    /** SQL behind the direction of a term that may be null: nulls come first ascending and last descending. */
    nullOrder(direction: 'asc' | 'desc'): string;
    /** `column` where no index of it should be looked in: the rows are walked in the order of another. */
    unindexed(column: string): string;
    /** `expression` (a uuid column) as text. */
    uuidText(expression: string): string;
    /** The whole number that the JSON object in parameter `:parameter` (a text) holds under the text `key`. */
    numberAt(parameter: string, key: string): string;
    /** `expression` (a json column) as text. */
    jsonText(expression: string): string;
    /** Suffix of a select that locks the rows of its table `t` until the transaction ends; empty where the whole database is locked. */
    readonly forUpdate: string;
    /**
     * Statement that waits for the transaction which holds `number` (SQL) in `table` (a quoted name; its one column is `id`),
     * and holds it until this one ends, whether or not the row is there; undefined where the whole database is locked.
     */
    holdNumber(table: string, number: string): string | undefined;
    /** The number that the database gave to the row of `table` (a quoted name) which this transaction inserted last, in its `numbered` column. */
    lastNumber(table: string, column: string): string;
    /** Clause behind the values of an insert: where the row with that `key` is there already, the assignments that follow are made. */
    onDuplicate(key: string): string;
    /** Clause behind the values of an insert: a row whose `key` is there already, by this statement too, is left out. */
    ignoreDuplicates(key: string): string;
    /** Clause at the end of a write that answers columns of the rows it wrote; undefined where not every supported server knows it. */
    returning(columns: string): string | undefined;
    /**
     * Statement that deletes rows by `first`, and by `second` rows that belong to those; it answers in `deleted` how many `first` found.
     * `second` finds `columns` of them in the table `found`. Undefined where that takes a transaction.
     */
    deleteBoth(deletion: {
        readonly first: string;
        readonly columns: string;
        readonly second: (found: string) => string;
    }): string | undefined;
    /** A value as the driver wants it for a column of `type`. */
    encode(type: ColumnType, value: unknown): SqlValue;
    /** A driver's raw value as the runtime wants it: `Date`, boolean, number, parsed JSON, string. */
    decode(type: ColumnType, raw: unknown): unknown;
    /**
     * The unique key a driver error speaks of: the name of its index or constraint, on SQLite the column list
     * `table.column, table.column`. Undefined when it is another error.
     */
    uniqueViolation(error: unknown): string | undefined;
    /** Whether a driver error says that a reference points at no row, or that a row is still pointed at. */
    isForeignKeyViolation(error: unknown): boolean;
}
/** The comparison of letters by a pattern: `same case`, the default, tells capital letters from small ones. */
export type LetterCase = 'same case' | 'any case';
/** A literal text, any text, or one character. */
export type WildcardPart = {
    readonly text: string;
} | 'any' | 'one';
