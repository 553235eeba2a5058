import { toWebRequest } from 'h3';
import type { Requested } from '../../lib/answer';
import { BadRequest } from '../../lib/failures';
import { MAX_FORM_BYTES } from '../../lib/forms';

/** Returns the page request: from a browser to the server, or a navigation of the router in the browser. */
export function usePageRequest(): Requested {
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
        throw new BadRequest(413, 'The form is too large.');
      return toWebRequest(event).formData();
    },
  };
}

/** Normalizes the encoding, which differs between browser and server, so that both use the same key for page data. */
function encodedOnce(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}
