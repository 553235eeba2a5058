import { defineScaffold, localFile, resource, type ScaffoldResource, type Site } from 'cms-api-components';
import { ARTICLES, AUTHORS } from './scaffold/articles.js';

/** Publication date of the content that is public immediately. */
const publishedAt = new Date();

/** Initial content of the site. `npx cms scaffold:load` adds content that is missing in the database. */
export default defineScaffold(async (site) => {
  await site.admin();

  // The layout of all pages: a menu at the top and one at the bottom.
  site
    .layout('main', 'Primary')
    .group('navigation', { allow: ['NavigationLink'] })
    .group('footer');

  declarePages(site);
  declareTemplates(site);
  const authors = declareAuthors(site);
  // Articles reference the authors.
  await site.flush();
  declareArticles(site, authors);

  // The links need the routes of the pages above.
  await site.flush();
  await declareMenus(site);
});

function declarePages(site: Site): void {
  site.page('home', 'PrimaryPage', 'main', {
    route: '/',
    routeName: 'home-page',
    configure: (page) =>
      page
        .title('Home')
        .metaDescription('The newest articles of {{title}}.')
        .group('primary', (group) => {
          group
            .add(site.component('Title', { title: '{{title}}', publishedAt }))
            .add(site.component('Collection', { resourceIri: '/page_data/article_datas', perPage: 10 }));
        }),
  });
  site.page('contact', 'PrimaryPage', 'main', {
    route: '/contact',
    routeName: 'contact-page',
    configure: (page) =>
      page.title('Contact').group('primary', (group) => {
        group
          .add(site.component('Title', { title: 'Write to us', publishedAt }))
          .add(site.component('Form', { formType: 'ContactType' }));
      }),
  });
}

/** Articles and authors are page data: records with fields, displayed by templates. */
function declareTemplates(site: Site): void {
  site.page('article-template', 'ArticlePage', 'main', {
    isTemplate: true,
    configure: (page) =>
      page.title('Article').group('primary', (group) => {
        group.pageDataPosition('ArticleData', 'image').pageDataPosition('ArticleData', 'text');
      }),
  });
  site.page('author-template', 'AuthorPage', 'main', {
    isTemplate: true,
    configure: (page) =>
      page.title('Author').group('primary', (group) => {
        group.pageDataPosition('AuthorData', 'about');
      }),
  });
}

function declareAuthors(site: Site): ReadonlyMap<string, ScaffoldResource> {
  const authors = new Map<string, ScaffoldResource>();
  for (const { slug, name, html } of AUTHORS) {
    const about = resource('HtmlContent', { html, publishedAt });
    const author = resource('AuthorData', { title: name, about });
    authors.set(slug, author);
    site.pageData(author, {
      template: 'author-template',
      route: `/authors/${slug}`,
      routeName: `author-${slug}`,
    });
  }
  return authors;
}

function declareArticles(site: Site, authors: ReadonlyMap<string, ScaffoldResource>): void {
  for (const { slug, picture, alternative, html, author, ...values } of ARTICLES) {
    const file = localFile(`pictures/${picture}.webp`);
    const image = resource('Image', { file, alternative, publishedAt });
    const text = resource('HtmlContent', { html, publishedAt });
    site.pageData(resource('ArticleData', { ...values, author: authors.get(author), image, text }), {
      template: 'article-template',
      route: `/articles/${slug}`,
      routeName: `article-${slug}`,
    });
  }
}

const LINKS = [
  ['Articles', 'home-page'],
  ['Contact', 'contact-page'],
] as const;

async function declareMenus(site: Site): Promise<void> {
  const layout = site.layout('main', 'Primary');
  for (const [label, routeName] of LINKS) {
    const route = await site.getRoute(routeName);
    layout.group('navigation', (group) => {
      group.add(site.component('NavigationLink', { label, route, publishedAt }));
    });
  }
  layout.group('footer', (group) => {
    group.add(site.component('HtmlContent', { html: '<p>{{title}}</p>', publishedAt }));
  });
}
