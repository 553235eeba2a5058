import { defineScaffold } from 'cms-api-components';
import { declareNews } from './scaffold/news.js';
import { declarePages } from './scaffold/pages.js';
import { declareMenus } from './scaffold/menus.js';

/** Initial content of the site. `npx cms scaffold:load` adds content that is missing in the database. */
export default defineScaffold(async (site) => {
  await site.admin();

  // The layout of all pages: a menu at the top and one at the bottom.
  site
    .layout('main', 'Primary')
    .group('navigation', { allow: ['NavigationLink'] })
    .group('footer');

  declarePages(site);
  declareNews(site);

  // The links need the routes of the pages above.
  await site.flush();
  await declareMenus(site);
});
