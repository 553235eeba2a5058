import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mediansOf, runRounds } from '../../bench/builds/rounds.js';
import { readBaseline, writeBaseline } from '../../bench/report/baseline.js';
import type { Row } from '../../bench/report/row.js';
import { formatTable } from '../../bench/report/table.js';

const START: Row = { name: 'start', unit: 'ms', ours: 900, bare: 60 };
const SQL: Row = { name: 'item: SQL', unit: 'statements', ours: 2 };

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'cms-bench-report-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('rounds', () => {
  test('builds alternate, and the reference follows in each round', async () => {
    const order: string[] = [];
    await runRounds(['ours', 'theirs'], {
      rounds: 2,
      measure: async (name) => order.push(name),
      measureBare: async () => order.push('bare'),
    });
    expect(order).toEqual(['ours', 'theirs', 'bare', 'ours', 'theirs', 'bare']);
  });

  test('a row has the median of each build', () => {
    const rounds = [
      [3, 30],
      [1, 10],
      [2, 90],
    ] as const;
    expect(mediansOf(rounds, (taken) => taken)).toEqual({ ours: 2, against: 30 });
    expect(mediansOf([[5]], (taken) => taken)).toEqual({ ours: 5 });
  });
});

describe('the table', () => {
  test('another build is printed with the ratio to it', () => {
    const [headings, line] = formatTable([{ ...START, against: 1200 }], undefined).split('\n');
    expect(headings?.split(/\s{2,}/)).toEqual(
      'name ours against ours/against bare ratio target result'.split(' '),
    );
    expect(line?.split(/\s{2,}/)).toEqual(['start', '900 ms', '1200 ms', '0.75 x', '60 ms', '15.0 x']);
  });

  test.each([
    [78, 'ok'],
    [79, 'missed'],
  ])('%i ms compared to 60 is within 1.3 times: %s', (ours, result) => {
    const target = { kind: 'times-at-most', value: 1.3 } as const;
    expect(formatTable([{ ...START, ours, target }], undefined)).toMatch(
      new RegExp(`1\\.3[02] x\\s+<= 1\\.3 x\\s+${result}$`),
    );
  });

  test('explanatory figures are listed below all results', () => {
    const text = formatTable([{ ...SQL, details: ['first'] }, START], undefined);
    expect(text.split('\n').slice(-2)).toEqual(['', 'first']);
  });
});

describe('the baseline', () => {
  test('keeps ratios to the bare cost, and absolute counts', async () => {
    const file = join(folder, 'baseline.json');
    await writeBaseline(file, 'sqlite', [START, SQL]);
    const baseline = await readBaseline(file, 'sqlite');
    expect(baseline?.rows).toEqual([
      { name: 'item: SQL', unit: 'statements', count: 2 },
      { name: 'start', unit: 'ms', ratio: 15 },
    ]);
    expect(formatTable([{ ...START, ours: 600 }], baseline)).toMatch(/10\.0 x\s+15\.0 x$/);
  });

  test('keeps rows that a run did not measure, and starts empty for another database', async () => {
    const file = join(folder, 'baseline.json');
    await writeBaseline(file, 'sqlite', [START, SQL]);
    await writeBaseline(file, 'sqlite', [{ ...START, ours: 600 }]);
    const baseline = await readBaseline(file, 'sqlite');
    expect(baseline?.rows.map(({ ratio, count }) => ratio ?? count)).toEqual([2, 10]);
    expect(await readBaseline(file, 'postgres')).toBeUndefined();
  });
});
