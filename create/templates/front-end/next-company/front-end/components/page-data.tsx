import type { PageDepth } from '../../generated/client/index.js';

/** What stands above the components of a page made of page data. */
export function PageData({ depth: { pageData } }: { readonly depth: PageDepth }) {
  switch (pageData?.['@type']) {
    case 'NewsData':
      return (
        <>
          <h1>{pageData.title}</h1>
          <p className="meta">
            <time>{pageData.day}</time>
          </p>
          <p>{pageData.summary}</p>
        </>
      );
    default:
      return null;
  }
}
