import { Client } from 'pg';
import { parseNamedParameters } from '../../../runtime/adapters/persistence/named-parameters.js';
import type { SqlParameters } from '../../../runtime/kernel/contract/database/database.js';
import { testDatabaseName } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';

/** Tables that grow with a site. */
const BIG = new Set([
  'abstract_component',
  'abstract_page_data',
  'blog_article_datas',
  'component_group',
  'component_position',
  'html_contents',
  'ledgers',
  'page',
  'page_component_group',
  'page_data_slot',
  'route',
  'titles',
]);

/** Returns the full scans of big tables in a statement's plan, except for the count of a list. */
export type FindScans = (sql: string) => Promise<readonly string[]>;

export interface Explainer {
  readonly findScans: FindScans;
  close(): Promise<void>;
}

export async function createExplainer(app: TestApp): Promise<Explainer> {
  if (testDatabaseName() !== 'postgres')
    return { findScans: (sql) => findScansOnSqlite(sql, app), close: () => Promise.resolve() };
  const client = new Client({ connectionString: app.config.database.url });
  await client.connect();
  // Like reading connections: the values of a statement do not affect the plan.
  await client.query("set plan_cache_mode = 'force_generic_plan'");
  return { findScans: (sql) => findScansOnPostgres(sql, { app, client }), close: () => client.end() };
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Node[];
}

/** The context of a node in a plan. */
interface Place {
  /** In the count of a list, which may read its whole table. */
  readonly isCounted: boolean;
  /** Below a limit whose order it is read in. */
  readonly isWalked: boolean;
}

async function findScansOnPostgres(
  sql: string,
  { app, client }: { readonly app: TestApp; readonly client: Client },
): Promise<readonly string[]> {
  const { texts, names } = parseNamedParameters(sql);
  const distinct = [...new Set(names)];
  const text = names.reduce(
    (written, name, index) => `${written}$${distinct.indexOf(name) + 1}${texts[index + 1] ?? ''}`,
    texts[0] ?? '',
  );
  await client.query(`prepare explained as ${text}`);
  try {
    const nulls = distinct.map(() => 'null').join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `explain (format json) execute explained${nulls === '' ? '' : `(${nulls})`}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return plan === undefined ? [] : scansIn(plan, { isCounted: false, isWalked: false }, bigTables(app));
  } finally {
    await client.query('deallocate explained');
  }
}

const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);
const SORTS = new Set(['Sort', 'Hash', 'Materialize', 'Aggregate', 'HashAggregate']);

function scansIn(node: Node, place: Place, big: ReadonlySet<string>): readonly string[] {
  const type = node['Node Type'];
  const relation = node['Relation Name'];
  const isWhole = SCANS.has(type) && node['Index Cond'] === undefined;
  const isAllowed = place.isCounted || (place.isWalked && type !== 'Seq Scan');
  const own =
    isWhole && relation !== undefined && big.has(relation) && !isAllowed
      ? [`${type} ${relation} ${node.Alias ?? ''} ${node['Index Name'] ?? ''}`.trimEnd()]
      : [];
  const within = (node.Plans ?? []).flatMap((part) => scansIn(part, placeOf(part, node, place), big));
  return [...own, ...within];
}

const ONCE = new Set<string | undefined>(['Outer', 'InitPlan']);

function placeOf(part: Node, node: Node, { isCounted, isWalked }: Place): Place {
  const relationship = part['Parent Relationship'];
  // Subplans on other tables are not part of the counted or walked rows.
  if (relationship === 'SubPlan' || relationship === 'InitPlan') return { isCounted: false, isWalked: false };
  const type = node['Node Type'];
  const isRescanned = relationship === 'Inner';
  return {
    // Each part of a combined count is computed once.
    isCounted: isCounted || (type === 'Aggregate' && ONCE.has(node['Parent Relationship'])),
    isWalked: !isRescanned && ((isWalked && !SORTS.has(type)) || type === 'Limit'),
  };
}

const bigTables = ({ app }: TestApp): ReadonlySet<string> =>
  new Set([...BIG].map((table) => app.database.table(table).slice(1, -1)));

async function findScansOnSqlite(sql: string, { app: { database } }: TestApp): Promise<readonly string[]> {
  const { names } = parseNamedParameters(sql);
  const parameters: SqlParameters = Object.fromEntries(names.map((name) => [name, null]));
  const steps = await database.all<{ id: number; parent: number; detail: string }>(
    `explain query plan ${sql}`,
    parameters,
  );
  const byId = new Map(steps.map((step) => [step.id, step]));
  const above = (id: number): readonly string[] => {
    const step = byId.get(id);
    return step === undefined ? [] : [step.detail, ...above(step.parent)];
  };
  const isSorted = (parent: number): boolean =>
    steps.some((step) => step.parent === parent && step.detail.startsWith('USE TEMP B-TREE FOR ORDER BY'));
  return steps.flatMap(({ id, parent, detail }) => {
    const [within = ''] = above(parent);
    if (detail === 'USE TEMP B-TREE FOR ORDER BY' && /^(MATERIALIZE|CO-ROUTINE) walked$/.test(within))
      return [`all rows of a list are sorted for its page (${id})`];
    const alias = /^SCAN (\S+)/.exec(detail)?.[1];
    if (alias === undefined || !isBigOn(sql, alias, database.table)) return [];
    const parents = above(parent);
    // A count reads its own rows, and once the rows that it excludes.
    const isCounted =
      parents.some((step) => /^(MATERIALIZE|CO-ROUTINE) counted$/.test(step)) &&
      !parents.some((step) => step.startsWith('CORRELATED'));
    const isWalked = parents[0] !== undefined && /^(MATERIALIZE|CO-ROUTINE) walked$/.test(parents[0]);
    if (isCounted || (isWalked && /USING (COVERING )?INDEX/.test(detail) && !isSorted(parent))) return [];
    return [[detail, ...parents].join(' in ') + ` (${id})`];
  });
}

/** Whether an alias may refer to a big table. Tables without an alias use their own name. */
function isBigOn(sql: string, alias: string, table: (name: string) => string): boolean {
  return [...BIG].some((name) => {
    const quoted = table(name);
    return alias === quoted.slice(1, -1) || new RegExp(`${quoted} ${alias}\\b`).test(sql);
  });
}
