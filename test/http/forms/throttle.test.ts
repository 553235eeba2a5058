import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFormsApp, type FormsApp } from './support.js';

let app: FormsApp;
let contact: string;
beforeAll(async () => {
  app = await startFormsApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  contact = await app.aForm('ContactType');
});
afterAll(() => app.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Returns how many requests got 429, and how many succeeded before them. */
async function sendAll(count: number, send: () => Promise<{ status: number }>): Promise<number> {
  let answered = 0;
  for (let index = 0; index < count; index += 1) if ((await send()).status !== 429) answered += 1;
  return answered;
}

describe('anonymous submissions', () => {
  test('are limited per network, with 429 and Retry-After', async () => {
    const send = () => app.post(`${contact}/submit`, { contact: {} }, from('192.0.2.1'));
    expect(await sendAll(102, send)).toBe(100);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect((await app.post(`${contact}/submit`, { contact: {} }, from('192.0.2.2'))).status).toBe(422);
    // Checks of a form are counted separately.
    expect((await app.patch(`${contact}/submit`, { contact: {} }, from('192.0.2.1'))).status).toBe(200);
    const signedIn = { ...from('192.0.2.1'), as: 'user' } as const;
    expect((await app.post(`${contact}/submit`, { contact: {} }, signedIn)).status).toBe(422);
  });

  test('are limited separately from checks', async () => {
    const send = () => app.patch(`${contact}/submit`, { contact: {} }, from('2001:db8::1'));
    expect(await sendAll(1002, send)).toBe(1000);
    expect((await app.patch(`${contact}/submit`, {}, from('2001:db8::2'))).status).toBe(429);
    expect((await app.patch(`${contact}/submit`, {}, from('2001:db8:0:1::1'))).status).toBe(422);
  }, 120_000);
});
