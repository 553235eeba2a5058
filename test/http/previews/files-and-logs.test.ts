import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { createContent } from '../publishing/content.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';

const admin = { as: 'admin' } as const;
const lines: LogEntry[] = [];
const note = (entry: LogEntry): void => void lines.push(entry);
let app: UploadsApp;
beforeAll(async () => {
  const log = { info: note, warn: note, error: note, debug: note };
  app = await startUploadsApp({ log, config: { routable_security: null, route_security: [] } });
});
afterAll(() => app.close());

/** Creates a draft with a private file on a page, and a preview token for it. */
async function aBrochure() {
  const content = createContent(app);
  const page = await content.page({ isTemplate: false });
  const brochure = await app.create('/component/brochures', { documentFile: 'data:,secret' });
  await content.position({
    component: brochure['@id'],
    componentGroup: await content.group({ pages: [page] }),
  });
  const { body } = await app.post('/_/previews', { page }, admin);
  return { iri: brochure['@id'], token: String(body.token) };
}

describe('files of drafts', () => {
  test('are sent to a preview of their page, and not cached', async () => {
    const [{ iri, token }, other] = [await aBrochure(), await aBrochure()];
    const file = `${iri}/download/documentFile`;
    expect((await app.get(file)).status).toBe(404);
    const shown = await app.get(`${file}?preview=${token}`);
    expect([shown.status, shown.text, shown.headers.get('cache-control')]).toEqual([
      200,
      'secret',
      'private, no-store',
    ]);
    expect((await app.get(file, { headers: { Preview: other.token } })).status).toBe(404);
    const stored = await app.raw(`${iri}/upload`, {
      method: 'POST',
      body: new FormData(),
      headers: { Preview: token },
    });
    expect(stored.status).toBe(403);
  });
});

describe('a preview token', () => {
  test('is in no log line, however it is sent', async () => {
    const { iri, token } = await aBrochure();
    const unknown = randomUUID().replaceAll('-', '') + 'abcdefghijk';
    for (const each of [token, unknown]) {
      await app.get(iri, { headers: { Preview: each } });
      await app.get(`${iri}?preview=${each}`);
      await app.get(`/nowhere?preview=${each}`);
      await app.get(`/_/previews/${each}`);
      await app.get(iri, { headers: { cookie: `cms_preview=${each}` } });
      await app.patch(`${iri}?preview=${each}`, {}, admin);
    }
    expect(lines.length).toBeGreaterThan(10);
    const text = JSON.stringify(lines, (_name, value: unknown) =>
      value instanceof Error ? String(value) : value,
    );
    expect([text.includes(token), text.includes(unknown)]).toEqual([false, false]);
  });
});
