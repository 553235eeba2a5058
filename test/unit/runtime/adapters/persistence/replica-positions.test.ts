import { describe, expect, test } from 'vitest';
import { createFreshness } from '../../../../../runtime/adapters/persistence/replicas/freshness.js';
import {
  LOG_POSITIONS,
  positionIn,
} from '../../../../../runtime/adapters/persistence/replicas/log-positions.js';

const UUID = '3e11fa47-71ca-11e1-9e33-c80aa9429562';
const OTHER = '4e11fa47-71ca-11e1-9e33-c80aa9429562';

describe('LOG_POSITIONS', () => {
  test.each([
    ['postgres', '0/3000060', '0/3000060', true],
    ['postgres', '0/3000060', '0/3000061', false],
    ['postgres', '1/0', '0/FFFFFFFF', true],
    ['postgres', '9/FFFFFFFF', '10/0', false],
    ['mariadb', '0-1-100', '0-1-100', true],
    ['mariadb', '0-1-100', '0-1-101', false],
    ['mariadb', '0-1-100', '0-2-99', true],
    ['mariadb', '0-1-100,1-5-7', '1-5-7', true],
    ['mariadb', '0-1-100', '0-1-100,1-5-1', false],
    ['mysql', `${UUID}:1-5`, `${UUID}:1-5`, true],
    ['mysql', `${UUID}:1-5`, `${UUID}:1-6`, false],
    ['mysql', `${UUID}:1-5:7-9`, `${UUID}:1-9`, false],
    ['mysql', `${UUID}:1-9,\n${OTHER}:1-3`, `${UUID}:1-5:7`, true],
    ['mysql', `${UUID}:1-9`, `${OTHER}:1`, false],
    ['mysql', `${UUID}:1-9`, `${UUID}:1-9:news:1-2`, false],
    ['mysql', `${UUID}:1-9:news:1-3`, `${UUID}:1-9:news:1-2`, true],
  ] as const)('on %s, a replica at %j has applied everything before %j: %s', (...row) => {
    const [dialect, applied, written, has] = row;
    expect(LOG_POSITIONS[dialect]?.isReached(applied, written)).toBe(has);
  });

  test('a server that reports no position follows no other', () => {
    expect([positionIn([{ position: null }]), positionIn([{ position: '' }]), positionIn([])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('createFreshness', () => {
  const isReached = (applied: string, written: string): boolean => Number(applied) >= Number(written);

  test('returns the latest time whose position the replica has reached', () => {
    const freshness = createFreshness(isReached);
    freshness.applied('5');
    expect(freshness.knownAt()).toBe(-Infinity);
    freshness.seen(100, '5');
    freshness.seen(200, '5');
    freshness.seen(300, '9');
    freshness.applied('4');
    expect(freshness.knownAt()).toBe(-Infinity);
    freshness.applied('8');
    expect(freshness.knownAt()).toBe(200);
    freshness.applied('9');
    expect(freshness.knownAt()).toBe(300);
    freshness.applied('1');
    expect(freshness.knownAt()).toBe(300);
    freshness.forget();
    expect(freshness.knownAt()).toBe(-Infinity);
  });
});
