import { appendResponseHeader, getRequestIP } from 'h3';
import { createClient, type Client } from '../../../generated/client/index.js';

/**
 * The client of whoever looks at the page: a browser sends its session itself, the server hands it on in both directions.
 * @param preview token of a link that shows a page before it is public
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
      // Limits of the API count visitors and not this server (`TRUSTED_PROXIES`).
      if (address !== undefined) headers.set('x-forwarded-for', address);
      if (language !== null) headers.set('accept-language', language);
      const answer = await fetch(input, { ...init, headers, cache: 'no-store' });
      for (const one of answer.headers.getSetCookie()) appendResponseHeader(event, 'set-cookie', one);
      return answer;
    },
  });
}
