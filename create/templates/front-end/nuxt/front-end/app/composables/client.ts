import { appendResponseHeader, getRequestIP } from 'h3';
import { createClient, type Client } from '../../../generated/client/index.js';

/**
 * Returns an API client with the visitor's session. Browsers send it themselves; the server forwards it in both
 * directions.
 * @param preview token of a preview link
 */
export function useClient(preview: string | undefined): Client {
  const { apiUrl } = useRuntimeConfig().public;
  const event = useRequestEvent();
  const shown = preview === undefined ? {} : { preview };
  if (event === undefined) return createClient({ baseUrl: apiUrl, ...shown });
  const cookie = event.headers.get('cookie');
  const address = getRequestIP(event);
  const language = event.headers.get('accept-language');
  return createClient({
    ...{ baseUrl: apiUrl, ...shown },
    ...(cookie === null ? {} : { cookie }),
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      // Rate limits of the API apply to visitors instead of this server (`TRUSTED_PROXIES`).
      if (address !== undefined) headers.set('x-forwarded-for', address);
      if (language !== null) headers.set('accept-language', language);
      const answer = await fetch(input, { ...init, headers, cache: 'no-store' });
      for (const one of answer.headers.getSetCookie()) appendResponseHeader(event, 'set-cookie', one);
      return answer;
    },
  });
}
