import { createClient, type Client } from '../../generated/client/index.js';

/** Where the API is, as this server and the browsers reach it. */
export const apiUrl = process.env['API_URL'] ?? 'http://localhost:8000/api';

/** The client of one request, which reads and writes as its visitor does. */
export interface Visitor {
  readonly client: Client;
  /** `Set-Cookie` headers of the API: a session that began, went on or ended. They belong into the answer. */
  readonly cookies: readonly string[];
}

export interface VisitorOptions {
  /** Cookie header of the visitor's request: editors who signed in are shown drafts. */
  readonly cookie?: string | null | undefined;
  /** Address of the visitor, so that limits of the API count visitors and not this server (`TRUSTED_PROXIES`). */
  readonly address?: string | undefined;
  /** Token of a link that shows a page before it is public. */
  readonly preview?: string | null | undefined;
  /** `Accept-Language` of the visitor's request: the messages of forms are in this language. */
  readonly language?: string | null | undefined;
}

export function visitorOf({ cookie, address, preview, language }: VisitorOptions): Visitor {
  const cookies: string[] = [];
  const client = createClient({
    baseUrl: apiUrl,
    ...(cookie ? { cookie } : {}),
    ...(preview ? { preview } : {}),
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      if (address !== undefined) headers.set('x-forwarded-for', address);
      if (language) headers.set('accept-language', language);
      const answer = await fetch(input, { ...init, headers, cache: 'no-store' });
      cookies.push(...answer.headers.getSetCookie());
      return answer;
    },
  });
  return { client, cookies };
}
