/** Cost of one request. All figures except allocations are exact. */
export interface Figures {
  /** Statements that read or write rows. */
  readonly statements: number;
  /** Statements that start or end a transaction, or change a setting. */
  readonly control: number;
  /** Packets to the database server, which may contain several statements. There are none on SQLite. */
  readonly trips?: number;
  /** Writes to the socket of the client. */
  readonly writes: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
  /** Bytes of the heap. */
  readonly allocatedBytes: number;
}

/** Figures by the titles of requests. */
export type Costs = Readonly<Record<string, Figures>>;
