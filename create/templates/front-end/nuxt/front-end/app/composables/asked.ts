import { toWebRequest } from 'h3';
import type { Requested } from '../../lib/answer';
import { BadRequest } from '../../lib/failures';
import { MAX_FORM_BYTES } from '../../lib/forms';

/** The request for the page: that of a browser to the server, or a step of the router within the browser. */
export function useAsked(): Requested {
  const route = useRoute();
  const event = useRequestEvent();
  const url = new URL('http://site.invalid');
  const [path = '/', ...query] = route.fullPath.split('#')[0]?.split('?') ?? [];
  url.pathname = path.split('/').map(encodedOnce).join('/');
  url.search = query.join('?');
  return {
    method: event?.method ?? 'GET',
    url,
    fetchSite: event?.headers.get('sec-fetch-site'),
    async form() {
      if (event === undefined || Number(event.headers.get('content-length') ?? 0) > MAX_FORM_BYTES)
        throw new BadRequest(413, 'This is too much at once.');
      return toWebRequest(event).formData();
    },
  };
}

/** The router writes an address in the browser otherwise than on the server; the data of a page is found under one name. */
function encodedOnce(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}
