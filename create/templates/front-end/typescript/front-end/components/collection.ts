import type { Collection } from '../../generated/types/index.js';
import { html, type Html } from '../lib/html.js';
import type { Drawing } from '../lib/answer.js';
import { listOf } from '../lib/lists.js';

/** Renders a list of pages with title and summary, and links to the other pages of the list. */
export function drawCollection(list: Collection, { address }: Drawing): Html {
  const { pages, previous, next } = listOf(list, address);
  return html`${pages.length === 0 && html`<p>Nothing here yet.</p>`}
    <ul class="cards">
      ${pages.map(({ title, summary, path }) => html`<li><a href="${path}">${title}</a><br />${summary}</li>`)}
    </ul>
    ${
      (previous ?? next) &&
      html`<nav aria-label="Pages">
        ${previous && html`<a href="${previous}" rel="prev">Previous</a>`}
        ${next && html`<a href="${next}" rel="next">Next</a>`}
      </nav>`
    }`;
}
