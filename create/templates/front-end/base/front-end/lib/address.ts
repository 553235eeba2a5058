/** Parsed URL of the site. */
export interface SiteAddress {
  readonly path: string;
  /** Query of the page's Collections, such as `?page=2`, or an empty string. */
  readonly query: string;
  /** Token of a preview link. */
  readonly preview?: string | undefined;
  /** Id of the submitted form. */
  readonly sent?: string | undefined;
}

/** Query parameters of the site. `embed` and `published` are reserved for programs. */
const OWN = ['preview', 'sent', 'embed', 'published'];

export function addressOf({ pathname, searchParams }: URL): SiteAddress {
  const others = new URLSearchParams([...searchParams].filter(([name]) => !OWN.includes(name)));
  return {
    path: pathname,
    query: others.size === 0 ? '' : `?${others.toString()}`,
    preview: searchParams.get('preview') || undefined,
    sent: searchParams.get('sent') || undefined,
  };
}

/** Returns the URL as text. Preserves the preview token for links within the page. */
export function hrefOf({ path, query, preview, sent }: SiteAddress): string {
  const parameters = new URLSearchParams(query);
  if (preview !== undefined) parameters.set('preview', preview);
  if (sent !== undefined) parameters.set('sent', sent);
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** Returns the path for the client: the path with the query of its Collections. */
export const readPathOf = ({ path, query }: SiteAddress): string => path + query;
