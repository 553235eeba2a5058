import type { Site } from 'cms-api-components';
import { publishedAt } from './pages.js';

const LINKS = [
  ['Home', 'home-page'],
  ['About', 'about-page'],
  ['Team', 'team-page'],
  ['News', 'news-page'],
  ['Contact', 'contact-page'],
  ['Members', 'members-page'],
] as const;

/** Declares the menu at the top and the links at the bottom of every page. */
export async function declareMenus(site: Site): Promise<void> {
  const layout = site.layout('main', 'Primary');
  for (const [label, routeName] of LINKS) {
    const route = await site.getRoute(routeName);
    layout.group('navigation', (group) => {
      group.add(site.component('NavigationLink', { label, route, publishedAt }));
    });
  }
  layout.group('footer', (group) => {
    group.add(site.component('HtmlContent', { html: '<p>{{title}}, 1 Main Street</p>', publishedAt }));
  });
}
