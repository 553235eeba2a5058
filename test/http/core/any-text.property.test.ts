import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import type { CoreApp } from './core-app.js';
import { startCoreApp } from './core-app.js';

const ADMIN = { as: 'admin' } as const;
let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

let count = 0;
const aSpecimen = async (notes: string): Promise<{ readonly iri: string; readonly notes: string }> => {
  const body = await app.create('/component/specimens', { name: `text ${(count += 1)}`, notes });
  return { iri: body['@id'] as string, notes: body.notes as string };
};

async function found(query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const list = new URLSearchParams({ perPage: '40', ...query });
  const { status, body } = await app.get(`/component/specimens?${list}`);
  if (status !== 200) throw new Error(`${list} answered ${status}`);
  return body.member.map((member: { '@id': string }) => member['@id']);
}

describe('a search', () => {
  test.each([
    'İstanbul',
    'ILIK ılık',
    'Straße STRASSE',
    'ΌΣΟΣ',
    'Ǆungla ǅ',
    'ſhort K Å',
    'ᏣᎳᎩ ꭰ',
    '𐐀𐐨',
    '100%_!*?[a]\\',
    '👩‍👩‍👧',
  ])('finds %s by the same text', async (notes) => {
    const { iri } = await aSpecimen(notes);
    expect(await found({ search: notes })).toEqual([iri]);
    expect(await found({ part: notes })).toContain(iri);
  });

  test('finds a text by more than 255 of its characters, and nothing by a longer search', async () => {
    const notes = 'The Long Story, '.repeat(200);
    const { iri } = await aSpecimen(notes);
    for (const length of [256, 1000, 3199])
      expect(await found({ search: notes.slice(0, length).toUpperCase() })).toEqual([iri]);
    expect(await found({ search: `${notes}!` })).toEqual([]);
    expect(await found({ search: 'A'.repeat(16_000) })).toEqual([]);
    expect(await found({ part: 'A'.repeat(16_000) })).toEqual([]);
  });

  test('finds every text by the same text, in any script', { timeout: 300_000 }, async () => {
    const letter = fc
      .integer({ min: 0x20, max: 0x2ffff })
      .map((code) => String.fromCodePoint(code))
      .filter((text) => /^[\p{Letter}\p{Mark}\p{Number}\p{Punctuation}]$/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: letter, minLength: 2, maxLength: 12 }), async (text) => {
        const { iri, notes } = await aSpecimen(`<${text}>`);
        expect(notes).toBe(`<${text}>`.normalize('NFC'));
        for (const query of [{ search: notes }, { search: `<${text}>` }, { part: notes }, { begin: notes }])
          expect([query, await found(query)]).toEqual([query, expect.arrayContaining([iri])]);
        await app.delete(iri, ADMIN);
      }),
      { numRuns: propertyRuns(80) },
    );
  });
});

describe('text with several Unicode forms', () => {
  const decomposed = 'Cafe\u0301 \u1112\u1161\u11ab';

  test('is stored in NFC, in bodies, JSON members and parts of a PATCH', async () => {
    const { iri, notes } = await aSpecimen(decomposed);
    expect(notes).toBe('Café 한');
    const settings = { ['e\u0301']: [decomposed, { deep: decomposed }], n: 1 };
    const { body } = await app.patch(iri, { settings, tags: ['e\u0301'] }, ADMIN);
    expect(body).toMatchObject({
      settings: { ['é']: ['Café 한', { deep: 'Café 한' }], n: 1 },
      tags: ['é'],
    });
    expect((await app.get(iri, ADMIN)).body.notes).toBe('Café 한');
    expect(await found({ search: decomposed })).toEqual([iri]);
  });

  test('is unique across all forms', async () => {
    await app.create('/component/specimens', { name: 'first', code: 'e\u0301' });
    const second = await app.post('/component/specimens', { name: 'second', code: 'é' }, ADMIN);
    expect(second.status).toBe(422);
  });

  test('has the length of the stored form', async () => {
    const { status } = await app.post('/component/specimens', { name: 'e\u0301'.repeat(50) }, ADMIN);
    expect(status).toBe(201);
  });
});
