import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExampleFormType } from '../../../generated/client/forms.js';
import { ApiError, createClient, OutdatedError, type Client } from '../../../generated/client/index.js';
import { Form, Image, Layout, Title } from '../../../generated/client/resources.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let client: Client;
let other: Client;
beforeAll(async () => {
  app = await startTestApp();
  const baseUrl = app.origin + app.config.apiPrefix;
  client = createClient({ baseUrl, token: await app.token('admin') });
  other = createClient({ baseUrl, token: await app.token('superAdmin') });
});
afterAll(() => app.close());

const aLayout = () => client.create(Layout, { reference: Math.random().toString(36), uiComponent: 'Wide' });

describe('the generated client', () => {
  test('rejects a change of a document that has changed since, with the author and the date', async () => {
    const { '@id': iri } = await aLayout();
    const shown = await client.get(Layout, iri);
    const theirs = await other.update(Layout, iri, { uiComponent: 'Theirs' });
    const refused = await client
      .update(Layout, shown, { uiComponent: 'Mine' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OutdatedError);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 412, version: 2, date: theirs.modifiedAt });
    expect((refused as OutdatedError).author).toMatch(/^superAdmin-/);
    await expect(client.replace(Layout, shown, { reference: 'x', uiComponent: 'Mine' })).rejects.toThrow(
      OutdatedError,
    );
    await expect(client.delete(Layout, shown)).rejects.toThrow(OutdatedError);
    expect((await client.get(Layout, iri)).uiComponent).toBe('Theirs');
  });

  test('continues with the response of a write', async () => {
    const created = await aLayout();
    const updated = await client.update(Layout, created, { uiComponent: 'B' });
    const replaced = await client.replace(Layout, updated, {
      reference: created.reference,
      uiComponent: 'C',
    });
    await client.delete(Layout, replaced);
    await expect(client.get(Layout, created['@id'])).rejects.toMatchObject({ status: 404 });
  });

  test('publishes, unpublishes and uploads in the version that was shown', async () => {
    const title = await client.create(Title, { title: 'A' });
    const published = await client.publish(Title, title);
    const draft = await client.update(Title, published, { title: 'B' });
    await expect(client.publish(Title, published)).rejects.toThrow(OutdatedError);
    await client.publish(Title, draft);
    const live = await client.get(Title, published['@id'], { published: true });
    expect((await client.unpublish(Title, live))._metadata.publishable.published).toBe(false);
    const image = await client.create(Image, {});
    const file = new File([Buffer.from('GIF89a')], 'a.gif', { type: 'image/gif' });
    await other.update(Image, image['@id'], { uiComponent: 'Other' });
    await expect(client.upload(Image, image, { file })).rejects.toThrow(OutdatedError);
  });

  test('submits a form as it was shown', async () => {
    const { '@id': iri } = await client.create(Form, { formType: 'ExampleFormType' });
    const shown = await client.get(Form, iri);
    await other.update(Form, iri, { uiComponent: 'Other' });
    await expect(client.submit(ExampleFormType, shown, { example_form: {} } as never)).rejects.toThrow(
      OutdatedError,
    );
  });

  test('accepts an address for the current version', async () => {
    const { '@id': iri } = await aLayout();
    await other.update(Layout, iri, { uiComponent: 'Theirs' });
    expect((await client.update(Layout, iri, { uiComponent: 'Mine' })).uiComponent).toBe('Mine');
  });

  test('sends nothing for a document without a version: a copy, or one of a list', async () => {
    const created = await aLayout();
    const { member } = await client.list(Layout, { perPage: 1 });
    for (const document of [{ ...created }, ...member])
      await expect(client.update(Layout, document, { uiComponent: 'B' })).rejects.toThrow(/read it with get/);
  });

  test('reads a document of a list again, and changes that version', async () => {
    const { '@id': iri } = await aLayout();
    const { member } = await client.list(Layout, { perPage: 100 });
    const listed = member.find((one) => one['@id'] === iri);
    if (listed === undefined) throw new Error('It is in the list.');
    const shown = await client.get(Layout, listed);
    expect(shown).toEqual({ ...listed, '@context': shown['@context'] });
    expect((await client.update(Layout, shown, { uiComponent: 'B' })).uiComponent).toBe('B');
    await expect(client.update(Layout, shown, { uiComponent: 'C' })).rejects.toThrow(OutdatedError);
  });

  test('reads versions in weak tags', async () => {
    const weak: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const headers = new Headers(answer.headers);
      const tag = headers.get('etag');
      if (tag !== null) headers.set('etag', `W/${tag}`);
      return new Response(await answer.text(), { status: answer.status, headers });
    };
    const baseUrl = app.origin + app.config.apiPrefix;
    const behind = createClient({ baseUrl, token: await app.token('admin'), fetch: weak });
    const { '@id': iri } = await aLayout();
    const shown = await behind.get(Layout, iri);
    expect((await behind.update(Layout, shown, { uiComponent: 'B' })).uiComponent).toBe('B');
  });
});
