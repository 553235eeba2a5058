import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import '../../support/property-seed.js';
import { propertyRuns } from '../../support/property-runs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { valueTypes } from './member-types.js';

const admin = { as: 'admin' } as const;
const PATH = '/component/measures';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest: valueTypes });
});
afterAll(() => app.close());

/** Decimals with up to this many digits before and after the decimal point. */
const decimals = (whole: number, fraction: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.boolean(),
      fc.stringMatching(new RegExp(`^(0|[1-9]\\d{0,${whole - 1}})$`)),
      fraction === 0 ? fc.constant('') : fc.stringMatching(new RegExp(`^\\d{0,${fraction}}$`)),
    )
    .map(([isNegative, before, behind]) => `${isNegative ? '-' : ''}${before}${behind && `.${behind}`}`);

const unicode = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => value.normalize('NFC'));
const two = (value: number): string => String(value).padStart(2, '0');

const days = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const clocks = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map(([hour, minute, second]) => `${two(hour)}:${two(minute)}:${two(second)}`);

const VALUES: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  label: unicode,
  words: unicode,
  whole: fc.oneof(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }), fc.constantFrom(0, 2_147_483_647)),
  ratio: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.constantFrom(0, 0.1, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 1, 1e21),
  ),
  price: decimals(16, 4),
  amount: decimals(28, 12),
  count: decimals(20, 0),
  open: fc.boolean(),
  moment: fc.tuple(days, clocks).map(([day, clock]) => `${day}T${clock}+00:00`),
  day: days,
  clock: clocks,
  token: fc.uuid(),
  // A merge patch removes null members, so none is sent back here.
  data: fc
    .oneof(
      fc.array(fc.jsonValue({ noUnicodeString: true }), { maxLength: 3 }),
      fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.jsonValue()),
    )
    .map(
      (value) =>
        JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '').replaceAll('null', '0')) as JsonValue,
    ),
};

const decimalForm = (text: JsonValue): JsonValue => {
  if (typeof text !== 'string' || !/^-?\d+(\.\d*)?$/.test(text)) return text;
  const [whole = '', fraction = ''] = text.split('.');
  const plain = `${whole}.${fraction.replace(/0+$/, '')}`.replace(/\.$/, '');
  return plain === '-0' ? '0' : plain;
};

async function stored(body: JsonObject): Promise<JsonObject> {
  const answer = await app.post(PATH, body, admin);
  expect(answer.status, JSON.stringify([body, answer.body])).toBe(201);
  return answer.body as JsonObject;
}

describe('an accepted value', () => {
  test.for(Object.keys(VALUES))('reads back equal, and changes nothing when it is sent back: %s', (name) =>
    fc.assert(
      fc.asyncProperty(VALUES[name]!, async (value) => {
        const { '@id': iri, [name]: answered } = await stored({ [name]: value });
        const first = (await app.get(String(iri), admin)).body as JsonObject;
        const isDecimal = ['price', 'amount', 'count'].includes(name);
        expect(isDecimal ? decimalForm(first[name]!) : first[name]).toEqual(
          isDecimal ? decimalForm(value) : value,
        );
        expect(first[name]).toEqual(answered);
        const echo = await app.patch(String(iri), { [name]: first[name]! }, admin);
        expect(echo.status).toBe(200);
        expect((await app.get(String(iri), admin)).body).toEqual(first);
      }),
      { numRuns: propertyRuns(60) },
    ),
  );

  test.for<[string, JsonValue]>([
    ['whole', 2_147_483_648],
    ['price', '1.23456'],
    ['price', '12345678901234567.1'],
    ['price', 1234567890123456.75],
    ['count', '0.5'],
    ['clock', '12:00:00Z'],
    ['clock', '24:00:00'],
    ['clock', '23:59:60'],
    ['moment', '2016-12-31T23:59:60Z'],
    ['moment', '+10000-01-01T00:00:00Z'],
    ['day', '0000-01-01'],
    ['day', '2023-02-29'],
  ])('is never one that cannot be stored: %s %j results in 422', async ([name, value]) => {
    expect((await app.post(PATH, { [name]: value }, admin)).status).toBe(422);
  });

  test.for<[string, JsonValue]>([
    ['label', 'a\0b'],
    ['words', '\ud800'],
    ['data', { text: '\udc00' }],
    ['data', ['\0']],
  ])('is never text that no database stores: %s %j results in 400', async ([name, value]) => {
    expect((await app.post(PATH, { [name]: value }, admin)).status).toBe(400);
  });

  test('is a time truncated to seconds', async () => {
    const first = await stored({ moment: '1969-07-20T20:17:40.987Z' });
    expect(first.moment).toBe('1969-07-20T20:17:40+00:00');
    const { database } = app.app;
    const [row] = await database.all(
      `select moment as moment from ${database.table('measures')} where id = :id`,
      { id: String(first['@id']).split('/').at(-1)! },
    );
    expect(database.dialect.decode('datetime', row?.moment)).toEqual(new Date('1969-07-20T20:17:40Z'));
  });
});

/** Returns a number that sorts like the decimal text. */
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(12, '0'));
  return text.startsWith('-') ? -size : size;
}

describe('exact numbers', () => {
  const texts = [
    '0',
    '1',
    '-1',
    '0.0001',
    '-0.0001',
    '9.9',
    '10',
    '-9.9',
    '-10',
    '99999999.9999',
    '100000000',
    '1234567890123456.7891',
    '1234567890123456.7892',
    '-1234567890123456.7891',
    '-1234567890123456.7892',
    '9999999999999999.9999',
    '-9999999999999999.9999',
  ];

  test('are sorted and compared digit by digit', async () => {
    const site = await startTestApp({ manifest: valueTypes });
    try {
      for (const price of texts) expect((await site.post(PATH, { price }, admin)).status).toBe(201);
      const read = async (query: string): Promise<string[]> => {
        const { body } = await site.get(`${PATH}?perPage=50&order[price]=asc&${query}`, admin);
        const members = (body as { member: { price: string }[] }).member;
        return members.map(({ price }) => String(decimalForm(price)));
      };
      const sorted = [...texts].sort((a, b) => (units(a) < units(b) ? -1 : 1));
      expect(await read('')).toEqual(sorted);
      for (const limit of [...texts, '1234567890123456.78915', '1e3', '-0.00005']) {
        const size = limit === '1e3' ? units('1000') : units(limit);
        const above = sorted.filter((text) => units(text) >= size);
        const below = sorted.filter((text) => units(text) < size);
        expect(await read(`price[gte]=${limit}`), `>= ${limit}`).toEqual(above);
        expect(await read(`price[lt]=${limit}`), `< ${limit}`).toEqual(below);
        const same = sorted.filter((text) => units(text) === size);
        if (same.length > 0) expect(await read(`priceIs=${limit}`), limit).toEqual(same);
      }
    } finally {
      await site.close();
    }
  });

  test('are accepted once in unique members, however they are written', async () => {
    const code = '1234567890123456.7800';
    expect((await app.post(PATH, { code }, admin)).status).toBe(201);
    expect((await app.post(PATH, { code: '1234567890123456.78' }, admin)).status).toBe(422);
    expect((await app.post(PATH, { code: '1234567890123456.7801' }, admin)).status).toBe(201);
  });

  test('are compared digit by digit in a rule for reading', async () => {
    for (const price of ['1000000000000', '1000000000000.0001', '-2', '20'])
      await app.post('/component/dears', { price }, admin);
    const { body } = await app.get('/component/dears', admin);
    const seen = (body as { member: { price: string }[] }).member.map(({ price }) => price);
    expect(seen).toEqual(['1000000000000.0001']);
  });
});
