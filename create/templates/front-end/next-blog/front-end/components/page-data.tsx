import Link from 'next/link';
import type { PageDepth } from '../../generated/client/index.js';

/** Renders the fields of page data above the components of the page. */
export function PageData({ depth: { pageData } }: { readonly depth: PageDepth }) {
  switch (pageData?.['@type']) {
    case 'ArticleData': {
      const { title, summary, authorName, authorPath, tags } = pageData;
      return (
        <>
          <h1>{title}</h1>
          <p className="meta">
            By {authorPath ? <Link href={authorPath}>{authorName}</Link> : authorName}.{' '}
            {(tags ?? []).map((tag) => `#${tag} `)}
          </p>
          <p>{summary}</p>
        </>
      );
    }
    case 'AuthorData':
      return <h1>{pageData.title}</h1>;
    default:
      return null;
  }
}
