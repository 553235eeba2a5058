import type { PageDepth } from '../../generated/client/index.js';

/** What stands above the components of a page made of page data. */
export function PageData({ depth: { pageData } }: { readonly depth: PageDepth }) {
  switch (pageData?.['@type']) {
    case 'ArticleData':
      return <p className="meta">{pageData.summary}</p>;
    default:
      return null;
  }
}
