import { describe, expect, test } from 'vitest';
import {
  isRelativeDate,
  parseComparedDate,
} from '../../../../../../runtime/kernel/util/dates/compared-date.js';

const NOW = new Date('2026-01-31T15:30:45.500Z');
const read = (text: string): string | undefined => parseComparedDate(text, NOW)?.toISOString();

describe('a date in a comparison', () => {
  test.each([
    ['now', '2026-01-31T15:30:45.500Z'],
    ['NOW', '2026-01-31T15:30:45.500Z'],
    ['today', '2026-01-31T00:00:00.000Z'],
    [' Today ', '2026-01-31T00:00:00.000Z'],
    ['now+30s', '2026-01-31T15:31:15.500Z'],
    ['now-45min', '2026-01-31T14:45:45.500Z'],
    ['now-2h', '2026-01-31T13:30:45.500Z'],
    ['today+7d', '2026-02-07T00:00:00.000Z'],
    ['today-1w', '2026-01-24T00:00:00.000Z'],
    ['today+1mo', '2026-02-28T00:00:00.000Z'],
    ['today+25mo', '2028-02-29T00:00:00.000Z'],
    ['today-18y', '2008-01-31T00:00:00.000Z'],
    ['today +1 month -1 day', '2026-02-27T00:00:00.000Z'],
    ['today - 2 weeks', '2026-01-17T00:00:00.000Z'],
    ['today+1d+12h', '2026-02-01T12:00:00.000Z'],
    ['2026-01-05', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T10:00+02:00', '2026-01-05T08:00:00.000Z'],
  ])('%s is accepted', (text, want) => {
    expect(read(text)).toBe(want);
  });

  test.each([
    '',
    'tomorrow',
    'today+',
    'today+7',
    'today+7m',
    'today+7x',
    'today+1.5d',
    'today 7d',
    'nowish',
    `today${'+1d-1d'.repeat(800_000)}`,
  ])('%j is not accepted', (text) => {
    expect(read(text)).toBeUndefined();
    expect(isRelativeDate(text)).toBe(false);
  });

  test.each(['today+9000y', 'today-3000y', 'now+999999y'])(
    '%s is a year that no database supports',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
