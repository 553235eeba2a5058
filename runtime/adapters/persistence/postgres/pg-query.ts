import pg, { type CustomTypesConfig, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';

/** A statement for a client of pg. */
export interface PostgresStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Under which it is prepared on the connection. */
  readonly name?: string;
  readonly types?: CustomTypesConfig;
}

/** The members of a query of pg that it takes from a config. */
interface QueryState {
  name?: string;
  callback: (error: Error | null | undefined, result?: QueryResult) => void;
  readonly _result: { _types?: CustomTypesConfig };
}

const queryState = (query: pg.Query): QueryState => query as unknown as QueryState; // see there

/**
 * A statement that a client of pg takes as it is. It copies a config by the descriptors of its members, which takes longer than all
 * else that it does to send one.
 */
export function pgQuery({ text, values, name, types }: PostgresStatement): pg.Query {
  // The driver changes nothing in the list.
  const query = new pg.Query(text, values as unknown[] | undefined);
  const state = queryState(query);
  if (name !== undefined) state.name = name;
  if (types !== undefined) state._result._types = types;
  return query;
}

/** Sends a statement by a client, which answers such a query by its callback alone. */
export function sendByClient<Row extends QueryResultRow>(
  client: PoolClient,
  statement: PostgresStatement,
): Promise<QueryResult<Row>> {
  const query = pgQuery(statement);
  return new Promise((resolve, reject) => {
    queryState(query).callback = (error, result) => {
      if (error) reject(error);
      else resolve(result as QueryResult<Row>); // without an error there is one
    };
    client.query(query);
  });
}

/** Sends a statement by a free client of a pool, whose types say that it answers the query. */
export const sendByPool = <Row extends QueryResultRow>(
  pool: pg.Pool,
  statement: PostgresStatement,
): Promise<QueryResult<Row>> => pool.query(pgQuery(statement)) as unknown as Promise<QueryResult<Row>>; // see there
