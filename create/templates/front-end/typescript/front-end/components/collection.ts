import type { Collection } from '../../generated/types/index.js';
import { html, type Html } from '../html.js';
import type { ListedPage } from '../lib/page.js';

/** A list of pages, each with its title and summary. */
export function drawCollection({ collection }: Collection): Html {
  const pages = (collection?.member ?? []) as readonly ListedPage[];
  if (pages.length === 0) return html`<p>Nothing here yet.</p>`;
  return html`<ul class="cards">
    ${pages.map(({ title, summary, path }) => html`<li><a href="${path}">${title}</a><br />${summary}</li>`)}
  </ul>`;
}
