import Libsql from 'libsql';
import { Pool } from 'pg';
import type { RecordedStatement } from './messages.js';

/** The driver of the runtime without any layer on top. */
export interface BareDriver {
  read(statement: RecordedStatement): Promise<unknown>;
  write(statement: RecordedStatement): Promise<void>;
  close(): Promise<void>;
}

/** Opens a driver with the runtime's pool size and pragmas. Every statement is prepared once. */
export async function openDriver(url: string): Promise<BareDriver> {
  return /^postgres(ql)?:/.test(url) ? openPostgres(url) : openSqlite(url.replace(/^sqlite:(\/\/)?/, ''));
}

const POOL_SIZE = 10;

function openPostgres(connectionString: string): BareDriver {
  const pool = new Pool({ connectionString, max: POOL_SIZE, options: '-c jit=off' });
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = `bare${names.size}`));
    return name;
  };
  const query = ({ text, values }: RecordedStatement) =>
    pool.query({ name: nameOf(text), text, values: [...values] });
  return {
    read: async (statement) => (await query(statement)).rows,
    write: async (statement) => void (await query(statement)),
    close: () => pool.end(),
  };
}

function openSqlite(path: string): BareDriver {
  const database = new Libsql(path, { timeout: 2000 });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = normal');
  database.exec('pragma foreign_keys = on');
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const prepare = (text: string): ReturnType<typeof database.prepare> => {
    let statement = prepared.get(text);
    if (statement === undefined) prepared.set(text, (statement = database.prepare(text)));
    return statement;
  };
  return {
    read: async ({ text, values }) => prepare(text).all([...values]),
    write: async ({ text, values }) => void prepare(text).run([...values]),
    close: async () => void database.close(),
  };
}
