import { localFile, resource, type Site } from 'cms-api-components';
import { publishedAt } from './pages.js';

const NEWS = [
  {
    slug: 'new-workshop',
    day: '2026-09-01',
    title: 'The new workshop is open',
    summary: 'More light, more room and a door that is wide enough.',
    html: '<p>After a summer of moving we are back at work, one street further. Come and have a look.</p>',
    picture: 'workshop',
    alternative: 'Tools and parts, seen from above',
  },
  {
    slug: 'winter-hours',
    day: '2026-11-02',
    title: 'Winter hours',
    summary: 'From November we close at five.',
    html: '<p>We open at eight as always, and close when it gets dark.</p>',
  },
] as const;

/** News are page data: records with fields, displayed by a template. */
export function declareNews(site: Site): void {
  site.page('news', 'PrimaryPage', 'main', {
    route: '/news',
    routeName: 'news-page',
    configure: (page) =>
      page.title('News').group('primary', (group) => {
        group
          .add(site.component('Title', { title: 'News', publishedAt }))
          .add(site.component('Collection', { resourceIri: '/page_data/news_datas', perPage: 10 }));
      }),
  });
  site.page('news-template', 'NewsPage', 'main', {
    isTemplate: true,
    configure: (page) =>
      page.title('A piece of news').group('primary', (group) => {
        group.pageDataPosition('NewsData', 'image').pageDataPosition('NewsData', 'text');
      }),
  });
  for (const one of NEWS) {
    const { slug, day, title, summary, html } = one;
    const text = resource('HtmlContent', { html, publishedAt });
    const image =
      'picture' in one
        ? resource('Image', {
            file: localFile(`pictures/${one.picture}.webp`),
            alternative: one.alternative,
            publishedAt,
          })
        : null;
    site.pageData(resource('NewsData', { title, day, summary, text, image }), {
      template: 'news-template',
      route: `/news/${slug}`,
      routeName: `news-${slug}`,
    });
  }
}
