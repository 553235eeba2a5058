import { createClient, type Client } from '../../generated/client/index.js';

/** Where the API is, as this server and the browsers reach it. */
export const apiUrl = process.env['API_URL'] ?? 'http://localhost:8000/api';

/** The client of one request, which reads and writes as its visitor does. */
export interface Visitor {
  readonly client: Client;
  /** `Set-Cookie` headers of the API: a session that began, went on or ended. They belong into the answer. */
  readonly cookies: readonly string[];
}

/**
 * @param cookie header of the visitor's request: whoever signed in as an editor is shown drafts
 * @param address of the visitor, so that limits of the API count visitors and not this server (`TRUSTED_PROXIES`)
 * @param preview token of a link that shows a page before it is public
 */
export function visitorOf(
  cookie: string | null | undefined,
  address?: string,
  preview?: string | null,
): Visitor {
  const cookies: string[] = [];
  const client = createClient({
    baseUrl: apiUrl,
    ...(cookie ? { cookie } : {}),
    ...(preview ? { preview } : {}),
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      if (address !== undefined) headers.set('x-forwarded-for', address);
      const answer = await fetch(input, { ...init, headers, cache: 'no-store' });
      cookies.push(...answer.headers.getSetCookie());
      return answer;
    },
  });
  return { client, cookies };
}
