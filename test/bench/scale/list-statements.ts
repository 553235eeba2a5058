import { openDriver } from '../servers/bare-driver.js';
import type { RecordedStatement } from '../servers/messages.js';

/** Microseconds that the statements of a list take, without the service around them. */
export interface ListTimes {
  /** What the list takes longer than its count. */
  readonly page: number;
  readonly count: number;
  /** `count(*)` of the table of the list's type. */
  readonly bareCount: number;
}

export interface ListStatements {
  readonly url: string;
  /** Of a page, its count included. */
  readonly list: readonly RecordedStatement[];
  /** Of a page without rows. */
  readonly count: readonly RecordedStatement[];
  readonly countBare: string;
}

const ROUNDS = 60;

/** Runs what a list told the driver again, in turn with the bare count. */
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
  const taken: { readonly list: number; readonly count: number; readonly bareCount: number }[] = [];
  try {
    // The first runs prepare the statements, and the database plans them anew a few times.
    for (let round = -6; round < ROUNDS; round += 1) {
      const times = { list: await time(list), count: await time(count), bareCount: await time(bare) };
      if (round >= 0) taken.push(times);
    }
  } finally {
    await driver.close();
  }
  // The shortest of many: the page is the small difference of two, which anything else on the machine would be larger than.
  const shortest = (name: keyof (typeof taken)[number]): number =>
    Math.min(...taken.map((times) => times[name]));
  const counted = shortest('count');
  return { page: shortest('list') - counted, count: counted, bareCount: shortest('bareCount') };
}
