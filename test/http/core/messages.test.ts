import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { ADMIN, startCoreApp, violations, type CoreApp } from './core-app.js';

const FRENCH = {
  'This value should not be null.': 'Cette valeur ne doit pas être nulle.',
  'This value should be of type {{ type }}.': 'Type attendu : {{ type }}.',
};

let app: CoreApp;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'messages-'));
  await mkdir(join(root, 'messages'));
  await writeFile(join(root, 'messages', 'fr.json'), JSON.stringify(FRENCH));
  await writeFile(
    join(root, 'messages', 'de.json'),
    JSON.stringify({ 'This value is already used.': 'Schon vergeben.' }),
  );
  app = await startCoreApp({ projectRoot: root });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const PATH = '/component/specimens';
const accepting = (language: string) => ({ ...ADMIN, headers: { 'accept-language': language } });
const post = (body: JsonObject, language: string) => app.post(PATH, body, accepting(language));
const languageOf = ({ headers }: { readonly headers: Headers }) => headers.get('content-language');

describe('messages of violations', () => {
  test.each([
    ['de', 'Dieser Wert sollte vom Typ bool sein.', 'de'],
    ['de-AT, en;q=0.5', 'Dieser Wert sollte vom Typ bool sein.', 'de'],
    ['en;q=0.5, fr-CH;q=0.8', 'Type attendu : bool.', 'fr'],
    ['en', 'This value should be of type bool.', 'en'],
    ['nl', 'This value should be of type bool.', 'en'],
    ['*', 'This value should be of type bool.', 'en'],
    ['__proto__, constructor', 'This value should be of type bool.', 'en'],
    [`${'x'.repeat(8000)}, de`, 'This value should be of type bool.', 'en'],
  ])('follow Accept-Language (%#)', async (header, message, language) => {
    const refused = await post({ name: 'a', active: 'yes' }, header);
    expect(refused.status).toBe(422);
    expect(violations(refused)).toEqual([['active', message]]);
    expect(refused.body.detail).toBe(`active: ${message}`);
    expect(refused.body.description).toBe(`active: ${message}`);
    expect(languageOf(refused)).toBe(language);
    expect(refused.headers.get('vary')).toContain('Accept-Language');
  });

  test('are in English without the header', async () => {
    const refused = await app.post(PATH, { name: 'a', active: 'yes' }, ADMIN);
    expect(violations(refused)).toEqual([['active', 'This value should be of type bool.']]);
    expect(languageOf(refused)).toBe('en');
  });

  test('are in English for texts without a translation, one by one', async () => {
    const refused = await post({ name: 'a', active: 'yes', email: 'a' }, 'fr');
    expect(violations(refused)).toEqual(
      [
        ['active', 'Type attendu : bool.'],
        ['email', 'This value is not a valid email address.'],
      ].sort(([left], [right]) => Number(left === 'email') - Number(right === 'email')),
    );
  });

  test('in plain JSON follow it as well', async () => {
    const refused = await app.post(
      PATH,
      { name: 'a', active: 'yes' },
      { ...ADMIN, headers: { 'accept-language': 'de', accept: 'application/json' } },
    );
    expect(refused.body.violations).toMatchObject([{ message: 'Dieser Wert sollte vom Typ bool sein.' }]);
  });

  test('do not affect other responses', async () => {
    const made = await post({ name: 'Independent' }, 'de');
    expect([made.status, languageOf(made)]).toEqual([201, null]);
    const read = await app.get(made.body['@id'], { headers: { 'accept-language': 'de' } });
    expect([read.status, languageOf(read)]).toEqual([200, null]);
    expect(read.headers.get('vary')).not.toContain('Accept-Language');
    const missing = await app.get('/component/nothing', { headers: { 'accept-language': 'de' } });
    expect([missing.status, languageOf(missing)]).toEqual([404, null]);
  });

  test('in batches follow the batch, and those of an operation its own header', async () => {
    const operation = (headers: JsonObject) => ({
      id: 'a',
      method: 'POST',
      path: PATH,
      headers,
      body: { name: 'a', active: 'yes' },
    });
    const send = (headers: JsonObject) =>
      app.post('/_/batch', { operations: [operation(headers)] }, accepting('de'));
    const inherited = await send({});
    expect(violations(inherited)).toEqual([
      ['operations[0].body.active', 'Dieser Wert sollte vom Typ bool sein.'],
    ]);
    expect(languageOf(inherited)).toBe('de');
    const own = await send({ 'accept-language': 'fr' });
    expect(own.body.results).toMatchObject([
      { headers: { 'Content-Language': 'fr' }, body: { detail: 'active: Type attendu : bool.' } },
    ]);
    const wrong = await app.post('/_/batch', { operations: 5 }, accepting('de'));
    expect(violations(wrong)).toEqual([['operations', 'Dies sollte eine Liste von Operationen sein.']]);
  });
});

describe('violations name the expected form', () => {
  test.each([
    ['email', 'a', 'Expected an email address such as name@example.com.'],
    ['website', 'a', 'Expected a URL such as https://example.com/page.'],
    ['token', 'a', 'Expected a UUID such as a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.'],
    ['startsAt', 'a', 'Expected a date and time such as 2026-11-23T10:00:00+00:00.'],
    ['day', '23.11.2026', 'Expected a date such as 2026-11-23.'],
    ['opensAt', '10 o’clock', 'Expected a time such as 10:00 or 10:00:30.'],
    ['opensAt', '24:00', 'Expected a time such as 10:00 or 10:00:30.'],
    ['level', 'none', 'Expected one of: "low", "high".'],
  ])('of %s next to the message', async (member, sent, hint) => {
    const refused = await post({ name: 'a', [member]: sent }, 'en');
    expect(refused.body.violations).toMatchObject([{ propertyPath: member, hint }]);
    const german = await post({ name: 'a', [member]: sent }, 'de');
    expect((german.body.violations as [{ hint: string }])[0].hint).toMatch(/^Erwartet wird /);
  });

  test('unless the message has no form', async () => {
    const refused = await post({ name: 'a', active: 'yes' }, 'en');
    expect(refused.body.violations).toEqual([
      {
        propertyPath: 'active',
        message: 'This value should be of type bool.',
        code: 'ba785a8c-82cb-4283-967c-3cf342181b40',
      },
    ]);
  });
});

test.each(['10:00', '10:00:00'])('a time is accepted as %s and shown with seconds', async (opensAt) => {
  const made = await post({ name: 'Timed', opensAt }, 'en');
  expect([made.status, made.body.opensAt]).toEqual([201, '10:00:00']);
  expect((await app.get(made.body['@id'])).body.opensAt).toBe('10:00:00');
  const patched = await app.patch(made.body['@id'], { opensAt }, ADMIN);
  expect([patched.status, patched.body.opensAt]).toEqual([200, '10:00:00']);
});
