import type { MigrationConnection } from '../../runtime/adapters/persistence/migrations/connection.js';

type Fact = Readonly<Record<string, unknown>>;

/** Describes all tables with a prefix, except their column order and the names of primary keys. */
export async function introspect(
  connection: MigrationConnection,
  prefix: string,
): Promise<readonly string[]> {
  const facts = await FACTS[connection.dialect](connection, prefix);
  return facts.map((fact) => JSON.stringify(fact)).sort();
}

const FACTS = {
  postgres: postgresFacts,
  mysql: mysqlFacts,
  mariadb: mysqlFacts,
  sqlite: sqliteFacts,
} as const;

async function postgresFacts(connection: MigrationConnection, prefix: string): Promise<readonly Fact[]> {
  const like = [`${prefix}%`, `${prefix}migration`];
  const columns = await connection.query(
    `select table_name, column_name, udt_name, character_maximum_length, numeric_precision, numeric_scale, is_nullable,
      column_default, collation_name from information_schema.columns where table_name like ? and table_name <> ?`,
    like,
  );
  const indexes = await connection.query(
    "select indexdef from pg_indexes where tablename like ? and tablename <> ? and indexname not like '%_pkey%'",
    like,
  );
  const constraints = await connection.query(
    `select t.relname, case c.contype when 'p' then '' else c.conname end as name, pg_get_constraintdef(c.oid) as text
      from pg_constraint c join pg_class t on t.oid = c.conrelid where t.relname like ? and t.relname <> ?`,
    like,
  );
  return [...columns, ...indexes, ...constraints];
}

async function mysqlFacts(connection: MigrationConnection, prefix: string): Promise<readonly Fact[]> {
  const like = [`${prefix}%`, `${prefix}migration`];
  const columns = await connection.query(
    `select table_name, column_name, column_type, is_nullable, column_default, collation_name, extra
      from information_schema.columns where table_schema = database() and table_name like ? and table_name <> ?`,
    like,
  );
  const indexes = await connection.query(
    `select table_name, index_name, non_unique, seq_in_index, column_name from information_schema.statistics
      where table_schema = database() and table_name like ? and table_name <> ?`,
    like,
  );
  const keys = await connection.query(
    `select k.table_name, k.constraint_name, k.column_name, k.referenced_table_name, k.referenced_column_name, r.delete_rule
      from information_schema.key_column_usage k join information_schema.referential_constraints r
        on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
      where k.table_schema = database() and k.table_name like ? and k.table_name <> ?`,
    like,
  );
  return [...columns, ...indexes, ...keys];
}

async function sqliteFacts(connection: MigrationConnection, prefix: string): Promise<readonly Fact[]> {
  const tables = await connection.query(
    "select name from sqlite_schema where type = 'table' and name like ? and name <> ?",
    [`${prefix}%`, `${prefix}migration`],
  );
  const facts: Fact[] = [];
  for (const { name } of tables) {
    const table = String(name);
    const columns = await connection.query(`pragma table_info("${table}")`);
    facts.push(...columns.map(({ cid: _cid, ...column }) => ({ table, ...column })));
    const keys = await connection.query(`pragma foreign_key_list("${table}")`);
    facts.push(...keys.map(({ id: _id, ...key }) => ({ table, key })));
    for (const { name: index, unique, origin } of await connection.query(`pragma index_list("${table}")`)) {
      const members = await connection.query(`pragma index_info("${String(index)}")`);
      const list = members.map((member) => member.name);
      facts.push({ table, index: origin === 'pk' ? 'pk' : index, unique, list });
    }
  }
  return facts;
}
