import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareCosts, describeDifference } from '../../bench/gate/compare-costs.js';
import type { Figures } from '../../bench/gate/figures.js';
import { readGate, writeGate } from '../../bench/gate/gate-file.js';

const ROUTE: Figures = {
  ...{ statements: 2, control: 0, trips: 2, writes: 1 },
  ...{ headBytes: 700, bodyBytes: 300, allocatedBytes: 100_000 },
};

const linesOf = (is: Partial<Figures>): readonly string[] =>
  compareCosts({ route: ROUTE }, { route: { ...ROUTE, ...is } }).map(describeDifference);

describe('the cost of a request', () => {
  test('equals the committed figures if nothing changed', () => {
    expect(linesOf({})).toEqual([]);
  });

  test.each<[Partial<Figures>, string]>([
    [{ statements: 3 }, 'route: statements was 2, is 3 (worse)'],
    [{ statements: 1 }, 'route: statements was 2, is 1 (better)'],
    [{ control: 2 }, 'route: control was 0, is 2 (worse)'],
    [{ trips: 1 }, 'route: trips was 2, is 1 (better)'],
    [{ writes: 2 }, 'route: writes was 1, is 2 (worse)'],
    [{ headBytes: 701 }, 'route: headBytes was 700, is 701 (worse)'],
    [{ bodyBytes: 299 }, 'route: bodyBytes was 300, is 299 (better)'],
    [{ allocatedBytes: 105_001 }, 'route: allocatedBytes was 100000, is 105001 (worse)'],
    [{ allocatedBytes: 94_999 }, 'route: allocatedBytes was 100000, is 94999 (better)'],
  ])('%o is printed on one line', (is, line) => {
    expect(linesOf(is)).toEqual([line]);
  });

  test.each([95_000, 105_000])('%i allocated bytes are within the tolerance of 100000', (allocatedBytes) => {
    expect(linesOf({ allocatedBytes })).toEqual([]);
  });

  test('reports each figure that differs', () => {
    expect(linesOf({ statements: 3, trips: 3 })).toHaveLength(2);
  });

  test('can ignore a figure', () => {
    expect(compareCosts({ route: ROUTE }, { route: { ...ROUTE, writes: 9 } }, ['writes'])).toEqual([]);
  });

  test('reports new requests and removed requests as differences', () => {
    expect(compareCosts({}, { route: ROUTE }).map(describeDifference)).toContain(
      'route: statements is new, 2',
    );
    expect(compareCosts({ route: ROUTE }, {}).map(describeDifference)).toContain(
      'route: statements was 2, and is not there any more',
    );
  });
});

describe('the committed figures', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cms-gate-'));
    file = join(folder, 'gate.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const allocated = (allocatedBytes: number, node = 20) => ({
    node,
    requests: { route: { ...ROUTE, allocatedBytes } },
  });

  test('keep those of databases that were not measured', async () => {
    await writeGate(file, { postgres: allocated(1) });
    await writeGate(file, { sqlite: allocated(2) });
    expect(await readGate(file)).toEqual({ postgres: allocated(1), sqlite: allocated(2) });
  });

  test('do not change while allocations stay within the tolerance', async () => {
    await writeGate(file, { sqlite: allocated(100_000) });
    await writeGate(file, { sqlite: allocated(104_000) });
    expect(await readGate(file)).toEqual({ sqlite: allocated(100_000) });
    await writeGate(file, { sqlite: allocated(106_000) });
    expect(await readGate(file)).toEqual({ sqlite: allocated(106_000) });
  });

  test('are replaced completely for another Node version', async () => {
    await writeGate(file, { sqlite: allocated(100_000) });
    await writeGate(file, { sqlite: allocated(101_000, 22) });
    expect(await readGate(file)).toEqual({ sqlite: allocated(101_000, 22) });
  });

  test('are not overwritten if they cannot be read', async () => {
    await writeFile(file, 'not JSON');
    await expect(writeGate(file, { sqlite: allocated(1) })).rejects.toThrow(SyntaxError);
  });
});
