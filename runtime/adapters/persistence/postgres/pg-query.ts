import pg, { type CustomTypesConfig, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';

/** A statement for a pg client. */
export interface PostgresStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Name of the prepared statement. */
  readonly name?: string;
  readonly types?: CustomTypesConfig;
}

/** Members that a pg query takes from its config. */
interface QueryState {
  name?: string;
  callback: (error: Error | null | undefined, result?: QueryResult) => void;
  readonly _result: { _types?: CustomTypesConfig };
}

const queryState = (query: pg.Query): QueryState => query as unknown as QueryState; // See `driver-internals.ts`.

/**
 * Creates a query object that pg uses directly. It copies a config with property descriptors, which takes
 * longer than the rest of sending it.
 */
export function pgQuery({ text, values, name, types }: PostgresStatement): pg.Query {
  // The driver does not modify the list.
  const query = new pg.Query(text, values as unknown[] | undefined);
  const state = queryState(query);
  if (name !== undefined) state.name = name;
  if (types !== undefined) state._result._types = types;
  return query;
}

/** Sends a statement by a client, which reports the result of a query object only by its callback. */
export function sendByClient<Row extends QueryResultRow>(
  client: PoolClient,
  statement: PostgresStatement,
): Promise<QueryResult<Row>> {
  const query = pgQuery(statement);
  return new Promise((resolve, reject) => {
    queryState(query).callback = (error, result) => {
      if (error) reject(error);
      else resolve(result as QueryResult<Row>); // Without an error there is a result.
    };
    client.query(query);
  });
}

/** Sends a statement by a free client of a pool, which returns a promise despite its types. */
export const sendByPool = <Row extends QueryResultRow>(
  pool: pg.Pool,
  statement: PostgresStatement,
): Promise<QueryResult<Row>> => pool.query(pgQuery(statement)) as unknown as Promise<QueryResult<Row>>; // See `driver-internals.ts`.
