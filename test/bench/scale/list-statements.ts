import { median } from '../report/row.js';
import { type BareDriver, openDriver } from '../servers/bare-driver.js';
import type { RecordedStatement } from '../servers/messages.js';

/** Duration of the statements of a list in microseconds, without the service. */
export interface ListTimes {
  /** Share of the count in the query plan, or undefined if the database does not report times of plan nodes. */
  readonly page: number | undefined;
  readonly count: number;
  /** `count(*)` of the table of the list's type. */
  readonly bareCount: number;
}

export interface ListStatements {
  readonly url: string;
  /** A page with its count. */
  readonly list: readonly RecordedStatement[];
  /** A page without rows. */
  readonly count: readonly RecordedStatement[];
  readonly countBare: string;
}

const ROUNDS = 60;

/** Runs the statements of a list again, alternating with the bare count. */
export async function timeListStatements({
  url,
  list,
  count,
  countBare,
}: ListStatements): Promise<ListTimes> {
  const driver = await openDriver(url);
  const time = async (several: readonly RecordedStatement[]): Promise<number> => {
    const start = performance.now();
    for (const statement of several) await driver.read(statement);
    return (performance.now() - start) * 1000;
  };
  const bare = [{ text: countBare, values: [] }];
  const taken: { readonly count: number; readonly bareCount: number }[] = [];
  const medianOf = (name: 'count' | 'bareCount'): number => median(taken.map((times) => times[name]));
  try {
    // The first runs prepare the statements, which the database then plans again a few times.
    for (let round = -6; round < ROUNDS; round += 1) {
      const times = { count: await time(count), bareCount: await time(bare) };
      if (round >= 0) taken.push(times);
    }
    const page = url.startsWith('postgres') ? await timePage(driver, list) : undefined;
    return { page, count: medianOf('count'), bareCount: medianOf('bareCount') };
  } finally {
    await driver.close();
  }
}

interface PlanNode {
  readonly 'Actual Total Time': number;
  readonly 'Actual Loops': number;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly PlanNode[];
}

const partOf = (node: PlanNode | undefined, relationship: string): PlanNode | undefined =>
  node?.Plans?.find((part) => part['Parent Relationship'] === relationship);

/** The page is joined with the count below the sort of both. */
async function timePage(driver: BareDriver, list: readonly RecordedStatement[]): Promise<number> {
  const statement = list.find(({ text }) => text.includes(' counted\nleft join '));
  if (statement === undefined) throw new Error('No statement reads a page and its count.');
  const explained = { ...statement, text: `explain (analyze, format json) ${statement.text}` };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [row] = (await driver.read(explained)) as readonly {
      readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
    }[];
    const joined = partOf(row?.['QUERY PLAN'][0]?.Plan, 'Outer');
    const page = partOf(joined, 'Inner');
    if (page === undefined) throw new Error('The plan of a list joins nothing with its count.');
    times.push(page['Actual Total Time'] * page['Actual Loops'] * 1000);
  }
  return median(times);
}
