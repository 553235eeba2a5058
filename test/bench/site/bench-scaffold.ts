import { defineScaffold } from 'cms-api-components';

const PAGES = 5;
const TITLES_OF_PAGE = 20;

/** Live pages with many titles, which anonymous callers read one by one and by the page. */
export const BENCH_SCAFFOLD = defineScaffold((site) => {
  const publishedAt = new Date();
  site.layout('main', 'Primary');
  for (let number = 1; number <= PAGES; number += 1) {
    site.page(`page-${number}`, 'PrimaryPageTemplate', 'main', {
      route: `/page-${number}`,
      configure: (page) =>
        page.title(`Page ${number}`).group('primary', (group) => {
          for (let title = 1; title <= TITLES_OF_PAGE; title += 1) {
            group.add(site.component('Title', { title: `Title ${number}.${title}`, publishedAt }));
          }
        }),
    });
  }
});
