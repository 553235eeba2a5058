/** An address of the site, taken apart. */
export interface SiteAddress {
  readonly path: string;
  /** For the Collections of the page: `?page=2`, or nothing. */
  readonly query: string;
  /** Token of a link that shows the page before it is public. */
  readonly preview?: string | undefined;
  /** The form that was just sent. */
  readonly sent?: string | undefined;
}

/** Parameters that belong to the site. `embed` and `published` are for programs. */
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

/** The address as text. The preview stays while somebody moves within the page. */
export function hrefOf({ path, query, preview, sent }: SiteAddress): string {
  const parameters = new URLSearchParams(query);
  if (preview !== undefined) parameters.set('preview', preview);
  if (sent !== undefined) parameters.set('sent', sent);
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** What the client reads for an address: the path with the query of its Collections. */
export const readPathOf = ({ path, query }: SiteAddress): string => path + query;
