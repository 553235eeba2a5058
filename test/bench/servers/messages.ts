/** A statement as the driver received it. Any server can run it again. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Cost of one request on a server. */
export interface RequestCost {
  /** Statements that read or write rows. */
  readonly statements: number;
  /** Statements that start or end a transaction, or change a setting. */
  readonly control: number;
  /** Packets to the database server. Always 0 on SQLite. */
  readonly trips: number;
  /** Writes to the socket of the client. */
  readonly writes: number;
}

/** A response to repeat byte for byte. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Work of the reference server for a request. */
export type BareWork =
  | { readonly kind: 'read'; readonly statements: readonly RecordedStatement[] }
  /** Runs the statements of one entry, whose number is the last segment of the path, and returns all their rows. */
  | { readonly kind: 'keyed'; readonly entries: readonly (readonly RecordedStatement[])[] }
  /** Each request replaces `id` and `text` with its own values. */
  | {
      readonly kind: 'update';
      readonly statement: RecordedStatement;
      readonly id: string;
      readonly text: string;
    };

/** Messages of the benchmark to a server process. Each gets exactly one response. */
export type ServerMessage =
  | { readonly kind: 'cpu' }
  /** Memory of the process, after a garbage collection if it can run one (`--expose-gc`). */
  | { readonly kind: 'memory' }
  | { readonly kind: 'record' }
  | { readonly kind: 'take' }
  /** Counts for each of the following requests what it costs, until `costs` asks for it. */
  | { readonly kind: 'count' }
  | { readonly kind: 'costs' }
  /** The same for what requests allocate; nothing else is counted then, because counting allocates. */
  | { readonly kind: 'weigh' }
  | { readonly kind: 'weights' }
  | { readonly kind: 'work'; readonly work: BareWork }
  /** `url` is the only one that is answered so; any other without it. */
  | { readonly kind: 'repeat'; readonly answer: RecordedAnswer; readonly url?: string }
  | { readonly kind: 'stop' };
