import { createCloudflarePurger } from './cloudflare.js';
import type { Purger } from './purger.js';
import type { CachingConfig } from '../settings.js';
import { createRequestPurger } from './request-purger.js';

/** Creates the configured purger; undefined if there is none. */
export function createPurger({
  purger,
  urls,
  cloudflare,
  purgesPerMinute,
}: CachingConfig['httpCache']): Purger | undefined {
  if (purger === 'none') return undefined;
  if (purger !== 'cloudflare') return createRequestPurger(purger, urls);
  const [url] = urls;
  // Commands that only use the database run without the zone settings and purge nothing.
  return cloudflare === null ? undefined : createCloudflarePurger({ ...cloudflare, url, purgesPerMinute });
}
