import { appendResponseHeader } from 'h3';
import { createClient, type Client } from '../../../generated/client/index.js';

/** The client of whoever looks at the page: a browser sends its session itself, the server hands it on in both directions. */
export function useClient(): Client {
  const { apiUrl } = useRuntimeConfig().public;
  const event = useRequestEvent();
  if (event === undefined) return createClient({ baseUrl: apiUrl });
  const cookie = event.headers.get('cookie');
  return createClient({
    baseUrl: apiUrl,
    ...(cookie === null ? {} : { cookie }),
    async fetch(input, init) {
      const answer = await fetch(input, init);
      for (const one of answer.headers.getSetCookie()) appendResponseHeader(event, 'set-cookie', one);
      return answer;
    },
  });
}
