import { defineScaffold, localFile, resource, type Site } from 'cms-api-components';

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

  declareHome(site);
  declareArticles(site);

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

  // The links need the routes of the pages above.
  await site.flush();
  await declareMenus(site);
});

function declareHome(site: Site): void {
  site.page('home', 'PrimaryPage', 'main', {
    route: '/',
    routeName: 'home-page',
    configure: (page) =>
      page
        .title('Home')
        .metaDescription('The home page of {{title}}.')
        .group('primary', (group) => {
          group
            .add(site.component('Title', { title: 'Welcome to {{title}}', publishedAt }))
            .add(
              site.component('HtmlContent', {
                html: '<p>This page was made by <code>scaffold.ts</code>. Sign in as an administrator to change it.</p>',
                publishedAt,
              }),
            )
            .add(
              site.component('Image', {
                file: localFile('pictures/hills.webp'),
                alternative: 'Green hills in the morning',
                publishedAt,
              }),
            );
        }),
  });
}

/** Articles are page data: records with fields, displayed by a template. */
function declareArticles(site: Site): void {
  site.page('article-template', 'ArticlePage', 'main', {
    isTemplate: true,
    configure: (page) =>
      page.title('Article').group('primary', (group) => {
        group.pageDataPosition('ArticleData', 'heading');
      }),
  });
  const heading = resource('Title', { title: 'A first article', publishedAt });
  site.pageData(resource('ArticleData', { title: 'First article', summary: 'How it began.', heading }), {
    template: 'article-template',
    route: '/articles/first',
    routeName: 'first-article',
  });
}

async function declareMenus(site: Site): Promise<void> {
  for (const [label, routeName] of [
    ['Home', 'home-page'],
    ['First article', 'first-article'],
    ['Contact', 'contact-page'],
  ] as const) {
    const route = await site.getRoute(routeName);
    site.layout('main', 'Primary').group('navigation', (group) => {
      group.add(site.component('NavigationLink', { label, route, publishedAt }));
    });
  }
  site.layout('main', 'Primary').group('footer', (group) => {
    group.add(site.component('HtmlContent', { html: '<p>{{title}}</p>', publishedAt }));
  });
}
