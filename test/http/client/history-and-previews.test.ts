import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type Client } from '../../../generated/client/index.js';
import { historyOf, type History } from '../../../generated/client/history.js';
import { previewsOf, type Previews } from '../../../generated/client/previews.js';
import { HtmlContent, Page, Title } from '../../../generated/client/resources.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';

let app: TestApp;
let baseUrl: string;
let client: Client;
let history: History;
let previews: Previews;
beforeAll(async () => {
  app = await startTestApp();
  await loadSampleSite(app);
  baseUrl = app.origin + app.config.apiPrefix;
  client = createClient({ baseUrl });
  await client.login('admin', 'admin');
  history = historyOf(client);
  previews = previewsOf(client);
});
afterAll(() => app.close());

/** A title that has changed once. */
async function aChangedTitle() {
  const created = await client.create(Title, { title: 'Measure twice' });
  const changed = await client.update(Title, created, { title: 'Measure four times' });
  const { revisions } = await history.list(changed);
  return { iri: created['@id'], changed, numbers: revisions.map(({ number }) => number) };
}

describe('the history in the generated client', () => {
  test('lists the revisions of a record, reads one and compares two', async () => {
    const { iri, numbers } = await aChangedTitle();
    const [second = 0, first = 0] = numbers;
    const { revisions, next } = await history.list(iri);
    expect([revisions.map(({ kind }) => kind), next]).toEqual([['updated', 'created'], undefined]);
    expect(await history.next({ revisions })).toBeUndefined();
    expect((await history.read(Title, iri, first)).title).toBe('Measure twice');
    const { from, to, members } = await history.compare(iri, { from: first, to: second });
    expect({ from, to }).toEqual({ from: first, to: second });
    expect(members.find(({ member }) => member === 'title')?.words).toEqual([
      { value: 'Measure ' },
      { value: 'twice', removed: true },
      { value: 'four times', added: true },
    ]);
  });

  test('restores a record with a reason, in the given version', async () => {
    const { iri, changed, numbers } = await aChangedTitle();
    const first = numbers.at(-1) ?? 0;
    const reason = 'Zurück – 今日';
    expect((await history.restore(Title, changed, first, { reason })).title).toBe('Measure twice');
    expect((await history.list(iri)).revisions[0]?.reason).toBe(reason);
    await expect(history.restore(Title, changed, first)).rejects.toMatchObject({ status: 412 });
  });

  test('undoes a revision, and reports what has changed since', async () => {
    const { iri, numbers } = await aChangedTitle();
    const [second = 0, first = 0] = numbers;
    const refused = history.undo(first);
    await expect(refused).rejects.toMatchObject({ status: 409, body: { conflicts: [{ iri }] } });
    expect(await history.undo(second, { reason: 'No' })).toMatchObject({ number: second, records: [iri] });
    expect((await client.get(Title, iri)).title).toBe('Measure twice');
  });

  test('restores a page to a point in time', async () => {
    const { depths } = await client.page('/');
    const page = depths.at(-1)?.page?.['@id'] ?? '';
    const previous = await client.get(Page, page);
    const { revisions } = await history.list(page);
    const changed = await client.update(Page, page, { title: 'Another title' });
    const at = new Date(revisions[0]?.madeAt ?? 0);
    expect((await history.restorePage(changed, at)).records).toContain(page);
    expect((await client.get(Page, page)).title).toBe(previous.title);
  });

  test('lists the changes of the site by kind and time, and older ones by page', async () => {
    const changes = await history.site({ kind: 'change', from: new Date(0) });
    expect(changes.revisions[0]).toMatchObject({ kind: 'change', changes: expect.any(Number) as number });
    const older = await history.next({
      ...changes,
      next: `/_/revisions?before=${changes.revisions[0]?.number}`,
    });
    expect(older?.revisions.map(({ number }) => number)).not.toContain(changes.revisions[0]?.number);
    expect((await history.site({ kind: 'sign-in' })).revisions[0]?.kind).toBe('sign-in');
    expect((await history.site({ until: new Date(0) })).revisions).toEqual([]);
  });
});

describe('previews in the generated client', () => {
  test('are created, listed, shown to a visitor and ended', async () => {
    const draft = await client.create(HtmlContent, { html: '<p>Soon</p>' });
    const { depths } = await client.page('/');
    const { page, groups } = depths.at(-1) ?? {};
    const group = groups?.[0]?.group['@id'] ?? '';
    await client.request('POST', '/_/component_positions', {
      body: { component: draft['@id'], componentGroup: group },
    });
    const made = await previews.create({
      page: page?.['@id'] ?? '',
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const visitor = createClient({ baseUrl, preview: made.token });
    expect((await visitor.get(HtmlContent, draft)).html).toBe('<p>Soon</p>');
    const listed = await previews.list();
    expect(listed.member.map(({ id }) => id)).toContain(made.id);
    expect(await previews.next(listed)).toBeUndefined();
    expect(await previewsOf(createClient({ baseUrl })).open(made.token)).toMatchObject({ path: '/' });
    await previews.revoke(made.id);
    await expect(visitor.list(Page)).rejects.toMatchObject({ status: 401 });
  });
});
