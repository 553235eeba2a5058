import { defineScaffold, resource } from 'cms-api-components';

/** The site's starting content. Loading it again adds only what is missing: `npx cms scaffold:load`. */
export default defineScaffold(async (site) => {
  await site.admin();

  site.layout('main', 'Primary');

  site.page('home', 'PrimaryPage', 'main', {
    route: '/',
    routeName: 'home-page',
    configure: (page) =>
      page.title('Home').group('primary', {
        configure: (group) =>
          group.add(site.component('Title', { title: 'Welcome to {{title}}', publishedAt: new Date() })),
      }),
  });

  site.page('article-template', 'ArticlePage', 'main', {
    isTemplate: true,
    configure: (page) =>
      page.title('Article').group('primary', {
        configure: (group) => group.pageDataPosition('ArticleData', 'heading'),
      }),
  });

  const heading = resource('Title', { title: 'A first article', publishedAt: new Date() });
  site.pageData(resource('ArticleData', { title: 'First article', summary: 'How it began.', heading }), {
    template: 'article-template',
    route: '/articles/first',
  });
});
