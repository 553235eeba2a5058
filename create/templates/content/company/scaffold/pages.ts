import { localFile, type GroupBuilder, type Site } from 'cms-api-components';

/** Publication date of the content that is public immediately. */
export const publishedAt = new Date();

const DAY_MS = 24 * 60 * 60 * 1000;
const TEAM = [
  ['Ida Berg', 'Founder', 'ida'],
  ['Tom Reyes', 'Workshop', 'tom'],
  ['Mei Lin', 'Customers', 'mei'],
] as const;

/** Declares the pages with an individual layout. */
export function declarePages(site: Site): void {
  const title = (text: string) => site.component('Title', { title: text, publishedAt });
  const text = (html: string) => site.component('HtmlContent', { html, publishedAt });
  const declare = (path: string, name: string, content: (group: GroupBuilder) => void) =>
    site
      .page(name.toLowerCase(), 'PrimaryPage', 'main', {
        route: path,
        routeName: `${name.toLowerCase()}-page`,
      })
      .title(name)
      .group('primary', content);

  declare('/', 'Home', (group) => {
    group
      .add(title('Welcome to {{title}}'))
      .add(text('<p>We make things that last, and we mend those that did not.</p>'))
      .add(
        site.component('Image', {
          file: localFile('pictures/street.webp'),
          alternative: 'The street with our workshop',
          publishedAt,
        }),
      );
  }).metaDescription('{{title}} makes things that last.');

  declare('/about', 'About', (group) => {
    group
      .add(title('About us'))
      .add(text('<p>Two brothers and a bench: that is how it began. Today the bench is longer.</p>'));
  });

  declare('/team', 'Team', (group) => {
    group.add(title('Who works here'));
    for (const [name, role, picture] of TEAM) {
      const portrait = localFile(`pictures/${picture}.webp`);
      group.add(site.component('TeamMember', { name, role, portrait, publishedAt }));
    }
  });

  declare('/contact', 'Contact', (group) => {
    group.add(title('Write to us')).add(site.component('Form', { formType: 'ContactType' }));
  });

  // `route_security` in cms.config.json requires a signed-in user.
  declare('/members', 'Members', (group) => {
    group.add(title('For members')).add(text('<p>Price lists and opening hours of the workshop.</p>'));
  });

  // Before this date only administrators see the page.
  declare('/anniversary', 'Anniversary', (group) => {
    group.add(title('Ten years')).add(text('<p>Come and celebrate with us.</p>'));
  }).liveAt(new Date(publishedAt.getTime() + 30 * DAY_MS));
}
