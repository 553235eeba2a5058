import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { TestApp } from '../../support/test-app.js';

/** Creates content through the API, as an administrator; returns IRIs. */
export interface ContentBuilder {
  /** Published unless the body sets another state. */
  article(body?: JsonObject): Promise<string>;
  group(body?: JsonObject): Promise<string>;
  /** In a new group unless one is given. */
  position(body: JsonObject): Promise<string>;
  page(body?: JsonObject): Promise<string>;
  /** Published page data with a new template unless one is given. */
  story(body?: JsonObject): Promise<string>;
  /** Returns the path. */
  route(body: JsonObject): Promise<string>;
  /** Creates the draft of a published row. */
  draft(live: string, body: JsonObject): Promise<string>;
  /** Whether the row itself is stored. Reads the database, because a request would publish due drafts. */
  isStored(iri: string): Promise<boolean>;
}

export function createContent(app: TestApp): ContentBuilder {
  const made = async (path: string, body: JsonObject): Promise<string> =>
    (await app.create(path, body))['@id'];
  const content: ContentBuilder = {
    article: (body) => made('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now', ...body }),
    group: (body) => made('/_/component_groups', { reference: randomUUID(), location: 'x', ...body }),
    async position(body) {
      const componentGroup = body.componentGroup ?? (await content.group());
      return made('/_/component_positions', { ...body, componentGroup });
    },
    async page(body) {
      const layout = await made('/_/layouts', { reference: randomUUID(), uiComponent: 'X' });
      return made('/_/pages', {
        reference: randomUUID(),
        isTemplate: true,
        uiComponent: 'X',
        layout,
        ...body,
      });
    },
    async story(body = {}) {
      const page = body.page ?? (await content.page());
      return made('/page_data/story_datas', { title: 'T', publishedAt: 'now', ...body, page });
    },
    async route(body) {
      const path = `/${randomUUID()}`;
      await made('/_/routes', { path, name: path, liveAt: '2020-01-01T00:00:00Z', ...body });
      return path;
    },
    async draft(live, body) {
      const { status, body: draft } = await app.patch(live, body, { as: 'admin' });
      if (status !== 200 || draft.publishedResource !== live) throw new Error(`no draft: ${status}`);
      return draft['@id'];
    },
    async isStored(iri) {
      const { database } = app.app;
      const base = iri.includes('/page_data/') ? 'abstract_page_data' : 'abstract_component';
      const sql = `select id from ${database.table(base)} where id = :id`;
      return (await database.first(sql, { id: iri.slice(iri.lastIndexOf('/') + 1) })) !== undefined;
    },
  };
  return content;
}
