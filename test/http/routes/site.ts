import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { TestApp } from '../../support/test-app.js';

type Document = JsonObject & { readonly '@id': string };

/** Creates pages, records, groups and components through the API, as an administrator. */
export interface SiteFactory {
  layout(): Promise<Document>;
  page(members?: JsonObject): Promise<Document>;
  template(): Promise<Document>;
  /** A BlogArticleData record. */
  article(members?: JsonObject): Promise<Document>;
  route(members: JsonObject): Promise<Document>;
  generate(members: JsonObject): Promise<Document>;
  group(owners: JsonObject): Promise<Document>;
  /** A published HtmlContent, in the given group. */
  html(group?: Document, members?: JsonObject): Promise<Document>;
}

export function createSite(app: TestApp): SiteFactory {
  let shared: Promise<Document> | undefined;
  const layout = (): Promise<Document> =>
    app.create('/_/layouts', { reference: `layout-${randomUUID()}`, uiComponent: 'Primary' });
  const site: SiteFactory = {
    layout,
    async page(members = {}) {
      const { '@id': used } = await (shared ??= layout());
      return app.create('/_/pages', {
        reference: `page-${randomUUID()}`,
        uiComponent: 'Page',
        isTemplate: false,
        layout: used,
        ...members,
      });
    },
    template: () => site.page({ isTemplate: true }),
    async article(members = {}) {
      const page = members.page ?? (await site.template())['@id'];
      return app.create('/page_data/blog_article_datas', { title: 'Article', ...members, page });
    },
    route: (members) => app.create('/_/routes', members),
    generate: (members) => app.create('/_/routes/generate', members),
    group: (owners) =>
      app.create('/_/component_groups', {
        reference: `group-${randomUUID()}`,
        location: 'primary',
        ...owners,
      }),
    html: (group, members = {}) =>
      app.create('/component/html_contents', {
        html: '<p>Text</p>',
        publishedAt: '2020-01-01T00:00:00Z',
        ...(group === undefined ? {} : { componentPositions: [{ componentGroup: group['@id'] }] }),
        ...members,
      }),
  };
  return site;
}

export const FUTURE = '2999-12-31T23:59:59+00:00';
export const PAST = '2020-01-01T00:00:00+00:00';
