import type { PageDepth } from '../generated/client/index.js';
import { html, type Html } from './html.js';

/** What stands above the components of a page made of page data. */
export function drawPageData({ pageData }: PageDepth): Html {
  switch (pageData?.['@type']) {
    case 'ArticleData':
      return html`<p class="meta">${pageData.summary}</p>`;
    default:
      return html``;
  }
}
