import type { PageDepth } from '../generated/client/index.js';
import { html, type Html } from './lib/html.js';

/** Renders the fields of page data above the components of the page. */
export function drawPageData({ pageData }: PageDepth): Html {
  switch (pageData?.['@type']) {
    case 'ArticleData': {
      const { title, summary, authorName, authorPath, tags } = pageData;
      const author = authorPath ? html`<a href="${authorPath}">${authorName}</a>` : authorName;
      return html`<h1>${title}</h1>
        <p class="meta">By ${author}. ${(tags ?? []).map((tag) => `#${tag} `)}</p>
        <p>${summary}</p>`;
    }
    case 'AuthorData':
      return html`<h1>${pageData.title}</h1>`;
    default:
      return html``;
  }
}
