import {
  createHtmlPlaceholder,
  defineScaffold,
  resource,
  type GroupBuilder,
  type Site,
} from 'cms-api-components';

/**
 * Content of the sample site: a home page, a blog whose articles share a template, nested topics, a form and a
 * navigation.
 */
export default defineScaffold(async (site) => {
  await site.admin();
  site.layout('main', 'Primary').group('top', { allow: ['NavigationLink'] });
  declareHome(site);
  declareBlog(site);
  declareTopics(site);
  declareForm(site);
  // The links need the routes of the pages above.
  await site.flush();
  await declareNavigation(site);
});

const PUBLISHED = new Date();
const placeholder = createHtmlPlaceholder();

function declareHome(site: Site): void {
  const current = site.component('HtmlContent', { html: placeholder.generate(), publishedAt: PUBLISHED });
  const draft = site.component('HtmlContent', {
    html: placeholder.generate({ includeLists: true }),
    publishedResource: current,
  });
  const content = (group: GroupBuilder): void => {
    group
      .add(site.component('Title', { title: 'Welcome to the sample site', publishedAt: PUBLISHED }))
      .add(current)
      .add(draft)
      .add(site.component('HtmlContent', { html: placeholder.generate(), publishedAt: PUBLISHED }))
      .add(site.component('Image'));
  };
  site.page('home', 'PrimaryPageTemplate', 'main', {
    route: '/',
    routeName: 'home-page',
    configure: (page) => page.title('Home').metaDescription('The sample site.').group('primary', content),
  });
}

function declareBlog(site: Site): void {
  site.page('blog-list', 'PrimaryPageTemplate', 'main', {
    route: '/blog-articles',
    routeName: 'blog-articles-page',
    configure: (page) => page.title('Blog Articles').group('primary', (group) => addArticleList(site, group)),
  });
  site.page('blog-template', 'PrimaryPageTemplate', 'main', {
    isTemplate: true,
    configure: (page) =>
      page.title('Blog Article').group('primary', (group) => {
        group.pageDataPosition('BlogArticleData', 'image').pageDataPosition('BlogArticleData', 'htmlContent');
      }),
  });
  for (const number of [1, 2, 3]) {
    const htmlContent = resource('HtmlContent', { html: placeholder.generate(), publishedAt: PUBLISHED });
    site.pageData(resource('BlogArticleData', { title: `Blog Article ${number}`, htmlContent }), {
      template: 'blog-template',
      route: `/blog-articles/blog-article-${number}`,
    });
  }
}

function addArticleList(site: Site, group: GroupBuilder): void {
  if (!site.has('Collection')) return;
  group.add(site.component('Collection', { resourceIri: '/page_data/blog_article_datas', perPage: 8 }));
}

function declareTopics(site: Site): void {
  site.page('nested-topic-template', 'NestedTopicTemplate', 'main', {
    isTemplate: true,
    configure: (page) =>
      page.title('Topic').group('primary', (group) => {
        group.pageDataPosition('NestedPageData', 'introContent');
      }),
  });
  const introContent = resource('HtmlContent', { html: placeholder.generate(), publishedAt: PUBLISHED });
  const topic = site.pageData(resource('NestedPageData', { title: 'Topic 1', introContent }), {
    template: 'nested-topic-template',
    routeName: 'topic-1',
  });
  topic
    .nested(() => {
      for (const number of [1, 2]) {
        site.page(`topic-1-chapter-${number}`, 'NestedSubPageTemplate', 'main', {
          configure: (page) =>
            page.title(`Chapter ${number}`).group('primary', (group) => {
              group.add(
                site.component('HtmlContent', { html: placeholder.generate(), publishedAt: PUBLISHED }),
              );
            }),
        });
      }
    })
    .onRoutesCreated(([firstChapter]) => {
      if (firstChapter !== undefined) topic.getRoute().redirectTo(firstChapter.getRoute());
    });
}

function declareForm(site: Site): void {
  if (!site.has('Form')) return;
  site.page('form', 'PrimaryPageTemplate', 'main', {
    route: '/form',
    routeName: 'form-page',
    configure: (page) =>
      page.title('Form').group('primary', (group) => {
        group.add(site.component('Form', { formType: 'ExampleFormType' }));
      }),
  });
}

const LINKS = [
  ['Home', 'home-page'],
  ['Blog', 'blog-articles-page'],
  ['Topic 1', 'topic-1'],
  ['Form', 'form-page'],
] as const;

async function declareNavigation(site: Site): Promise<void> {
  for (const [label, routeName] of LINKS) {
    if (routeName === 'form-page' && !site.has('Form')) continue;
    const route = await site.getRoute(routeName);
    site.layout('main', 'Primary').group('top', (group) => {
      group.add(site.component('NavigationLink', { label, route, publishedAt: PUBLISHED }));
    });
  }
}
