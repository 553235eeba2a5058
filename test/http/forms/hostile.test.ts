import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

let app: FormsApp;
let contact: string;
beforeAll(async () => {
  app = await startFormsApp();
  contact = await app.aForm('ContactType');
});
afterAll(() => app.close());

const deep = (levels: number): unknown => (levels === 0 ? 'x' : { a: deep(levels - 1) });

describe('hostile submissions', () => {
  test.each<[string, unknown]>([
    ['lists instead of strings', { email: ['a'], message: [['b']], secret: [1] }],
    ['objects instead of strings', { email: { a: 1 }, message: { toString: 'x' } }],
    ['numbers and booleans', { email: 7, message: true, tags: 7, address: 1, lines: 'x' }],
    [
      'strings instead of compound fields',
      { email: 'me@example.com', address: 'x', lines: 'y', tags: 'red' },
    ],
    ['invalid choices', { email: 'me@example.com', tags: ['green', null, {}, [], 'constructor'] }],
    ['names of prototype members', { constructor: 1, toString: { x: 1 }, hasOwnProperty: [], valueOf: 'x' }],
    ['a prototype member in a collection', { lines: { constructor: 'x', toString: 'y' } }],
    ['keys of entries that are not numbers', { lines: { a: 'x', '-1': 'y', '1e3': 'z' } }],
    ['deep nesting', { address: deep(40) }],
    ['many entries', { lines: Array.from({ length: 10_000 }, () => 'x') }],
    ['a long text', { email: 'x'.repeat(900_000) }],
    ['only nulls', { email: null, message: null, tags: null, address: null, lines: null }],
  ])('%s return the form', async (_what, values) => {
    for (const send of [app.patch, app.post]) {
      const answer = await send(`${contact}/submit`, { contact: values });
      expect([200, 201, 422], answer.text.slice(0, 500)).toContain(answer.status);
      expect(answer.body).toMatchObject({ '@id': contact, '@type': 'Form' });
      expect(answer.body.formView.vars.valid).toBe(answer.status !== 422);
    }
  });

  test('an array for a text is an error of its field', async () => {
    const answer = await app.post(`${contact}/submit`, { contact: { email: ['a'], message: { a: 1 } } });
    expect(answer.status).toBe(422);
    expect(nodeOf(answer, 'email').vars.errors).toContain('Please enter a valid email address.');
    expect(nodeOf(answer, 'message').vars.errors).toEqual(['This value is not valid.']);
  });

  test.each<[string, string, number]>([
    ['invalid JSON', '{"contact":', 400],
    ['a list', '[]', 400],
    ['a prototype member', '{"contact":{"__proto__":{"email":"x"}}}', 400],
    ['NUL', '{"contact":{"email":"a\\u0000b"}}', 400],
    ['an unpaired surrogate', '{"contact":{"email":"\\ud800"}}', 400],
    ['a deeply nested body', `{"contact":${'['.repeat(100)}${']'.repeat(100)}}`, 400],
    ['10 MB', JSON.stringify({ contact: { message: 'x'.repeat(10_000_000) } }), 413],
    ['nothing', '', 400],
  ])('%s is rejected', async (_what, text, status) => {
    const headers = { 'content-type': 'application/json' };
    expect((await app.post(`${contact}/submit`, text, { headers })).status).toBe(status);
  });

  test('a compressed body results in 415', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await app.post(`${contact}/submit`, '{}', { headers })).status).toBe(415);
  });

  test('unknown parameters have no effect', async () => {
    for (const query of ['?search=x', '?page[]=1', '?__proto__[a]=b', '?published=true&token=x'])
      expect((await app.patch(`${contact}/submit${query}`, { contact: {} })).status, query).not.toBe(500);
    expect((await app.get(`${contact}?order[a][b]=c&username[]=x`)).status).toBe(200);
  });
});
