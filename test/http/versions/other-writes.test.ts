import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFormsApp, type FormsApp } from '../forms/support.js';
import { form, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { ifMatch, tagOf, versionOf } from './support.js';

const REQUIRED = { config: { writes: { require_if_match: true } } };
const text = (content: string): FormData => form({ documentFile: [content, 'a.txt'] });

describe('POST {iri}/upload', () => {
  let app: UploadsApp;
  let strict: UploadsApp;
  beforeAll(async () => {
    app = await startUploadsApp();
    strict = await startUploadsApp(REQUIRED);
  });
  afterAll(() => Promise.all([app.close(), strict.close()]));

  test('with If-Match of an older version results in 412, and leaves no file', async () => {
    const created = await app.upload('/component/brochures/upload', text('first'));
    const { '@id': iri } = created.body;
    const read = tagOf(await app.get(iri, { as: 'admin' }));
    expect(versionOf(created)).toBe(versionOf({ headers: new Headers({ etag: read }) }));
    const changed = await app.upload(`${iri}/upload`, text('second'), ifMatch(read));
    expect(changed.status).toBe(201);
    const files = [await app.files('public'), await app.files('private')];
    const stale = await app.upload(`${iri}/upload`, text('third'), ifMatch(read));
    expect([stale.status, tagOf(stale)]).toEqual([412, tagOf(await app.get(iri, { as: 'admin' }))]);
    expect([await app.files('public'), await app.files('private')]).toEqual(files);
  });

  test('without If-Match results in 428 if the configuration requires it, except to create', async () => {
    const created = await strict.upload('/component/brochures/upload', text('first'));
    expect(created.status).toBe(201);
    const { '@id': iri } = created.body;
    expect((await strict.upload(`${iri}/upload`, text('second'))).status).toBe(428);
    const body = { documentFile: 'data:text/plain;base64,YQ==' };
    expect((await strict.put(iri, body, { as: 'admin' })).status).toBe(428);
    const known = ifMatch(tagOf(created));
    expect((await strict.upload(`${iri}/upload`, text('second'), known)).status).toBe(201);
  });
});

describe('a submit', () => {
  let app: FormsApp;
  beforeAll(async () => {
    app = await startFormsApp(REQUIRED);
  });
  afterAll(() => app.close());
  const body = { open: { name: 'Ann' } };

  test('names the version of the form that was shown', async () => {
    const iri = await app.aForm('OpenType');
    const shown = ifMatch(tagOf(await app.get(iri)));
    expect((await app.post(`${iri}/submit`, body)).status).toBe(428);
    expect((await app.patch(`${iri}/submit`, body)).status).toBe(428);
    expect((await app.patch(`${iri}/submit`, body, { headers: shown })).status).toBe(200);
    expect((await app.post(`${iri}/submit`, body, { headers: shown })).status).toBe(201);
    const edit = { as: 'admin', headers: shown } as const;
    expect((await app.patch(iri, { uiComponent: 'Other' }, edit)).status).toBe(200);
    const stale = await app.post(`${iri}/submit`, body, { headers: shown });
    expect([stale.status, stale.body.version, stale.body.author]).toEqual([412, 2, null]);
    expect(stale.headers.get('etag')).toBe((await app.get(iri)).headers.get('etag'));
  });

  test('of a form without a row names none', async () => {
    const answer = await app.patch('/component/forms/password_reset/submit', { password_update: {} });
    expect(answer.status).toBe(200);
    expect((await app.get('/component/forms/password_reset')).headers.get('etag')).not.toMatch(
      /^"\d+-[\w-]{27}"$/,
    );
  });
});

describe('cms.config', () => {
  test('cannot require If-Match without ETags', async () => {
    const config = { ...REQUIRED.config, cache_headers: { etag: false } };
    await expect(startFormsApp({ config })).rejects.toThrow(/writes\.require_if_match/);
  });
});
