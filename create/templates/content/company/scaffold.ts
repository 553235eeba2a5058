import { defineScaffold } from 'cms-api-components';
import { declareNews } from './scaffold/news.js';
import { declarePages } from './scaffold/pages.js';
import { declareMenus } from './scaffold/menus.js';

/** The site's starting content. Loading it again adds only what is missing: `npx cms scaffold:load`. */
export default defineScaffold(async (site) => {
  await site.admin();

  // What all pages share: a menu above and another one below.
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
