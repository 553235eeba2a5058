import type { PageDepth } from '../generated/client/index.js';
import { html, type Html } from './lib/html.js';

/** Renders the fields of page data above the components of the page. */
export function drawPageData({ pageData }: PageDepth): Html {
  switch (pageData?.['@type']) {
    case 'ArticleData':
      return html`<p class="meta">${pageData.summary}</p>`;
    default:
      return html``;
  }
}
