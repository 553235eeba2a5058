import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { offered } from './offered-name.js';
import type { StorageKind, StoredApp } from './storages.js';
import { startStoredApp } from './storages.js';
import type { UploadsApp } from './support.js';
import { dataUri, form, mediaObjects, picture, startUploadsApp } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const BROCHURES = '/component/brochures';
const IMAGES = '/component/images';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };
const ADMIN = { as: 'admin' } as const;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

describe.each<StorageKind>(['local', 's3'])('a file on a %s filesystem', (kind) => {
  let app: StoredApp;
  beforeAll(async () => {
    app = await startStoredApp(kind, { config: { routable_security: null } });
  });
  afterAll(() => app?.close());

  /** Returns the only path that some work added. */
  async function added(work: () => Promise<unknown>): Promise<string> {
    const before = new Set(await app.stored());
    await work();
    const paths = (await app.stored()).filter((path) => !before.has(path) && !path.includes('media/cache/'));
    expect(paths).toHaveLength(1);
    return (paths[0] ?? '').slice(paths[0]!.indexOf(':') + 1);
  }

  async function send(content: Buffer | string, name: string): Promise<string> {
    const created = await app.upload(`${BROCHURES}/upload`, form({ documentFile: [content, name] }));
    expect(created.status, created.text).toBe(201);
    return created.body['@id'];
  }

  const nameOf = async (iri: string, query = ''): Promise<string> =>
    offered((await app.get(`${iri}/download/documentFile${query}`, ADMIN)).headers);

  test.each([
    ['Annual report (final).txt', 'Annual report (final).txt'],
    ['Résumé – été.txt', 'Résumé – été.txt'],
    ['Отчёт за год.txt', 'Отчёт за год.txt'],
    ['年度報告書.txt', '年度報告書.txt'],
    ['تقرير سنوي.txt', 'تقرير سنوي.txt'],
    ['วันหยุด.txt', 'วันหยุด.txt'],
    ['👩‍🚀 launch.txt', '👩‍🚀 launch.txt'],
    ["it's 100% \u201cfine\u201d; really, a=b.txt", "it's 100% \u201cfine\u201d; really, a=b.txt"],
    ['../../etc/pass wd.txt', 'pass wd.txt'],
    ['C:\\Users\\me\\my notes.txt', 'my notes.txt'],
    ['evil\u202etxt.exe', 'eviltxt.exe'],
    [`${'長'.repeat(400)}.txt`, `${'長'.repeat(251)}.txt`],
  ])('sent as %j is offered as %j', async (sent, name) => {
    expect(await nameOf(await send('text', sent))).toBe(name);
  });

  test.each([
    ['a "quoted" name.txt', String.raw`filename="a \"quoted\" name.txt"`],
    ['split.txt', "filename*=utf-8''split%0D%0A.txt"],
    ['nul.txt', "filename*=utf-8''nul%00.txt"],
    ['tab bell.txt', "filename*=utf-8''tab%09%20bell%07.txt"],
  ])('is offered as %j for %s', async (name, parameter) => {
    const created = await app.raw(`${BROCHURES}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\nContent-Disposition: form-data; name="documentFile"; ${parameter}\r\n\r\ntext\r\n--b--\r\n`,
    });
    expect(created.status).toBe(201);
    const { '@id': iri } = (await created.json()) as { '@id': string };
    expect(await nameOf(iri)).toBe(name);
  });

  test('without a name is offered under that of its path', async () => {
    let iri = '';
    const path = await added(async () => {
      iri = (await app.create(BROCHURES, { documentFile: dataUri('text/plain', 'text') }))['@id'];
    });
    expect(path).toMatch(/^docs\/brochures\/[0-9a-f-]{36}\.txt$/);
    expect(await nameOf(iri)).toBe(path.slice(path.lastIndexOf('/') + 1));
  });

  test('keeps its name in drafts and when they are published', async () => {
    const iri = await send('text', 'Preisliste März.txt');
    await app.patch(iri, PUBLISHED, ADMIN);
    const draft = await app.patch(iri, { uiComponent: 'Other' }, ADMIN);
    expect(draft.body['@id']).not.toBe(iri);
    expect(await nameOf(draft.body['@id'])).toBe('Preisliste März.txt');
    await app.patch(draft.body['@id'], { publishedAt: 'now' }, ADMIN);
    expect(await nameOf(iri, '?download=true')).toBe('Preisliste März.txt');
  });

  test('gets a new name when it is replaced', async () => {
    const iri = await send('text', 'first.txt');
    await app.upload(`${iri}/upload`, form({ documentFile: ['other', 'zweite Größe.txt'] }));
    expect(await nameOf(iri)).toBe('zweite Größe.txt');
    await app.patch(iri, { documentFile: 'data:text/plain,third' }, ADMIN);
    expect(await nameOf(iri)).toMatch(/^[0-9a-f-]{36}\.txt$/);
  });

  test('is offered under its name at its public address, and so are its variants', async () => {
    const files = form({ file: [await picture(90, 60), 'Über den Wolken.PNG'] });
    const created = await app.upload(`${IMAGES}/upload`, files);
    expect(created.status, created.text).toBe(201);
    await app.app.get(UPLOADS).whenIdle();
    const addresses = mediaObjects(created.body).map(({ contentUrl }) => contentUrl);
    const get = kind === 's3' ? fetch : app.fetchUrl;
    const names = await Promise.all(addresses.map(async (url) => offered((await get(url)).headers)));
    expect(names).toEqual(['Über den Wolken.PNG', 'Über den Wolken.PNG']);
  });

  test('has variants with the name of the file and their own extension', async () => {
    const files = form({ cover: [await picture(90, 60), 'Über den Wolken.png'] });
    const created = await app.upload(`${BROCHURES}/upload`, files);
    const square = await app.get(`${created.body['@id']}/download/cover?filter=square`, ADMIN);
    expect(square.headers.get('content-type')).toBe('image/webp');
    expect(offered(square.headers)).toBe('Über den Wolken.webp');
  });

  test.each<[sent: string, content: Buffer | string, stored: RegExp]>([
    ['a.html', SVG, /\/a-[0-9a-f]{8}\.svg$/],
    ['a.svgz', SVG, /\/a-[0-9a-f]{8}\.svg$/],
    ['page.txt', '<!doctype html><p>x</p>', /\/page-[0-9a-f]{8}\.html$/],
    ['page.shtml', '<!doctype html><p>x</p>', /\/page-[0-9a-f]{8}\.html$/],
    ['table.csv', 'a,b\n1,2', /\/table-[0-9a-f]{8}\.csv$/],
    ['server.log', 'started', /\/server-[0-9a-f]{8}\.log$/],
    ['run.php', 'plain words', /\/run-[0-9a-f]{8}\.txt$/],
    ['paper.exe', '%PDF-1.7\n%\u00e2\u00e3', /\/paper-[0-9a-f]{8}\.pdf$/],
    ['paper', '%PDF-1.7\n%\u00e2\u00e3', /\/paper-[0-9a-f]{8}\.pdf$/],
    ['bytes.html', Buffer.from([2, 0, 3, 255, 0]), /\/bytes-[0-9a-f]{8}\.bin$/],
  ])('sent as %s is stored with the extension of its type', async (sent, content, stored) => {
    let iri = '';
    const path = await added(async () => (iri = await send(content, sent)));
    expect(path).toMatch(stored);
    expect(await nameOf(iri)).toBe(sent);
  });

  test.each([
    ['data:text/html;base64,', SVG, /\.svg$/],
    ['', SVG, /\.svg$/],
    ['data:image/png;base64,', 'plain words', /\.txt$/],
    ['data:text/csv;base64,', 'a,b', /\.csv$/],
  ])('in a JSON body after "%s" has the extension of its type', async (head, content, stored) => {
    const value = head + Buffer.from(content).toString('base64');
    expect(await added(() => app.create(BROCHURES, { documentFile: value }))).toMatch(stored);
  });
});

describe('a file at a public address', () => {
  let app: UploadsApp;
  const warnings: LogEntry[] = [];
  beforeAll(async () => {
    const warn = (entry: LogEntry): void => void warnings.push(entry);
    app = await startUploadsApp({ log: { ...SILENT_LOGGER, warn } });
  });
  afterAll(() => app?.close());

  test('is served under the name of its path while the database is unavailable', async () => {
    const created = await app.upload(`${IMAGES}/upload`, form({ file: [await picture(9, 6), 'Été.png'] }));
    const { contentUrl = '' } = mediaObjects(created.body)[0] ?? {};
    expect(offered((await app.fetchUrl(contentUrl)).headers)).toBe('Été.png');
    const { database } = app.app;
    const { all } = database;
    database.all = () => Promise.reject(new Error('no connection'));
    const served = await app.fetchUrl(contentUrl);
    database.all = all;
    expect(served.status).toBe(200);
    expect(offered(served.headers)).toBe(contentUrl.slice(contentUrl.lastIndexOf('/') + 1));
    expect(warnings).toContainEqual(
      expect.objectContaining({ msg: 'failed to look up the name of a public file' }),
    );
  });
});
