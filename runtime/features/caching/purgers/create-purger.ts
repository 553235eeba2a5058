import { createCloudflarePurger } from './cloudflare.js';
import type { Purger } from './purger.js';
import type { CachingConfig } from '../settings.js';
import { createRequestPurger } from './request-purger.js';

/** The purger of the configuration; undefined where there is none. */
export function createPurger({
  purger,
  urls,
  cloudflare,
  purgesPerMinute,
}: CachingConfig['httpCache']): Purger | undefined {
  if (purger === 'none') return undefined;
  if (purger !== 'cloudflare') return createRequestPurger(purger, urls);
  const [url] = urls;
  // Commands that only look at the database are not asked for the zone, and purge nothing.
  return cloudflare === null ? undefined : createCloudflarePurger({ ...cloudflare, url, purgesPerMinute });
}
