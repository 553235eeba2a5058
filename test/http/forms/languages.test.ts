import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

let app: FormsApp;
let root: string;
let contact: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'messages-'));
  await mkdir(join(root, 'messages'));
  await writeFile(
    join(root, 'messages', 'de.json'),
    JSON.stringify({ 'Please enter your email': 'Bitte die E-Mail-Adresse eingeben' }),
  );
  app = await startFormsApp({ projectRoot: root });
  contact = await app.aForm('ContactType');
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const GERMAN = { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' } };

describe('messages of forms', () => {
  test('follow Accept-Language, including custom ones', async () => {
    const sent = { contact: { email: '', lines: [''], more: 1 } };
    const answer = await app.post(`${contact}/submit`, sent, GERMAN);
    expect(answer.status).toBe(422);
    expect(nodeOf(answer, 'email').vars.errors).toEqual(['Bitte die E-Mail-Adresse eingeben']);
    expect(answer.body.formView.vars.errors).toEqual([
      'Dieses Formular sollte keine zusätzlichen Felder enthalten.',
    ]);
    expect(answer.headers.get('content-language')).toBe('de');
    expect(answer.headers.get('vary')).toMatch(/(?:^|, )Accept-Language(?:$|, )/);
    expect(answer.headers.get('vary')?.match(/Accept-Language/g)).toHaveLength(1);
  });

  test('name the expected form next to the errors', async () => {
    const sent = { contact: { email: 'nonsense' } };
    const german = nodeOf(await app.patch(`${contact}/submit`, sent, GERMAN), 'email').vars;
    expect(german.errors).toEqual(['Dieser Wert ist keine gültige E-Mail-Adresse.']);
    expect(german.error_hints).toEqual(['Erwartet wird eine E-Mail-Adresse wie name@example.com.']);
    const english = nodeOf(await app.patch(`${contact}/submit`, sent), 'email').vars;
    expect(english.errors).toEqual(['This value is not a valid email address.']);
    expect(english.error_hints).toEqual(['Expected an email address such as name@example.com.']);
  });

  test('do not make a form without errors and its GET depend on the language', async () => {
    const valid = await app.patch(`${contact}/submit`, { contact: { email: 'me@example.com' } }, GERMAN);
    expect([valid.status, valid.headers.get('content-language')]).toEqual([200, null]);
    const shown = await app.get(contact, GERMAN);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-language')).toBeNull();
    expect(shown.headers.get('vary')).not.toContain('Accept-Language');
    expect(shown.text).not.toContain('error_hints');
  });
});
