/** What one request costs. All but what is allocated is exact. */
export interface Figures {
  /** Statements that read or write rows. */
  readonly statements: number;
  /** Statements that begin or end a transaction, or set something. */
  readonly control: number;
  /** Packets to the database server, in which several statements may be; there is none on SQLite. */
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
