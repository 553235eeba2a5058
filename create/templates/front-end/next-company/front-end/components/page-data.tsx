import type { PageDepth } from '../../generated/client/index.js';

/** Renders the fields of page data above the components of the page. */
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
