import type { PageDepth } from '../../generated/client/index.js';

/** Renders the fields of page data above the components of the page. */
export function PageData({ depth: { pageData } }: { readonly depth: PageDepth }) {
  switch (pageData?.['@type']) {
    case 'ArticleData':
      return <p className="meta">{pageData.summary}</p>;
    default:
      return null;
  }
}
