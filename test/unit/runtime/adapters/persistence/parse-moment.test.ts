import { describe, expect, test } from 'vitest';
import { parseMoment } from '../../../../../runtime/adapters/persistence/postgres/parse-moment.js';

describe('a timestamp of PostgreSQL', () => {
  test.each([
    ['2026-11-26 14:40:00+00', '2026-11-26T14:40:00.000Z'],
    ['2026-11-26 14:40:00.1+00', '2026-11-26T14:40:00.100Z'],
    ['2026-11-26 14:40:00.123+00', '2026-11-26T14:40:00.123Z'],
    ['2026-11-26 14:40:00.123999+00', '2026-11-26T14:40:00.123Z'],
    ['0099-01-02 03:04:05+00', '0099-01-02T03:04:05.000Z'],
    ['2026-11-26 15:40:00.5+01', '2026-11-26T14:40:00.500Z'],
    ['2026-11-26 20:10:00+05:30', '2026-11-26T14:40:00.000Z'],
    ['12026-11-26 14:40:00+00', '+012026-11-26T14:40:00.000Z'],
    ['0001-01-01 00:00:00+00 BC', '0000-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect((parseMoment(text) as Date).toISOString()).toBe(iso);
  });

  test('can be infinite', () => {
    expect(parseMoment('infinity')).toBe(Infinity);
  });
});
