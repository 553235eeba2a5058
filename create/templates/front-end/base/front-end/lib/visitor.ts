import { createClient, type Client } from '../../generated/client/index.js';

/** URL of the API, for this server and for browsers. */
export const apiUrl = process.env['API_URL'] ?? 'http://localhost:8000/api';

/** API client of one request, with the session of the visitor. */
export interface Visitor {
  readonly client: Client;
  /** `Set-Cookie` headers of the API: new, renewed or ended sessions. Add them to the response. */
  readonly cookies: readonly string[];
}

export interface VisitorOptions {
  /** Cookie header of the request. Signed-in editors see drafts. */
  readonly cookie?: string | null | undefined;
  /**
   * IP address of the visitor, so that rate limits of the API apply to visitors instead of this server
   * (`TRUSTED_PROXIES`).
   */
  readonly address?: string | undefined;
  /** Token of a preview link. */
  readonly preview?: string | null | undefined;
  /** `Accept-Language` header of the request, for the language of form messages. */
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
