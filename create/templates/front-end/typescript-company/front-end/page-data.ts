import type { PageDepth } from '../generated/client/index.js';
import { html, type Html } from './lib/html.js';

/** Renders the fields of page data above the components of the page. */
export function drawPageData({ pageData }: PageDepth): Html {
  switch (pageData?.['@type']) {
    case 'NewsData':
      return html`<h1>${pageData.title}</h1>
        <p class="meta"><time>${pageData.day}</time></p>
        <p>${pageData.summary}</p>`;
    default:
      return html``;
  }
}
