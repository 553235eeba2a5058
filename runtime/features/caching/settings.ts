import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import type { ConfigOf } from '../../kernel/settings/config.js';
import { missing, type Place, problemAt } from '../../kernel/settings/place.js';
import { checked, choice, group, integer, mapped, overridden, texts } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';

const PURGERS = ['none', 'varnish-xkey', 'souin', 'surrogate-key', 'cloudflare'] as const;

const purgerOf = (name: string): (typeof PURGERS)[number] | null =>
  PURGERS.find((purger) => purger === name) ?? null;

const urlsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');

const checkUrls = (urls: readonly string[], key: string): readonly ConfigProblem[] =>
  urls
    .filter((url) => !URL.canParse(url))
    .flatMap((url) => problemAt(key, `"${url}" is not a valid URL`, 'use a URL such as http://cache:80'));

export const CACHING_SETTINGS = defineSettings({
  name: 'HTTP caching',
  members: {
    redis_url: variable('REDIS_URL', {
      description:
        'URL of a Redis server that distributes cache invalidations between processes, instead of the database (docs/how-to/caching.md).',
      example: 'redis://localhost:6379',
      check: (url, name) =>
        /^rediss?:\/\//.test(url) && URL.canParse(url)
          ? []
          : problemAt(
              name,
              'is not the URL of a Redis server',
              'use redis://HOST:PORT or rediss://USER:PASSWORD@HOST:PORT',
            ),
    }),
    http_cache: mapped(
      checked(
        group('Response cache and shared HTTP cache.', {
          personalised_resource_classes: texts('Types whose responses depend on the caller.', [
            'Route',
            'ResourceManifest',
            'ComponentPosition',
          ]),
          scheduled_expiry_resource_classes: texts(
            'Types whose responses expire in shared caches at the next scheduled publication.',
            ['Route', 'Page', 'AbstractPageData', 'ResourceManifest'],
          ),
          purge_rendered_html_classes: texts('Types whose changes purge all rendered pages.', [
            'SiteConfigParameter',
          ]),
          response_cache: group('In-process cache of anonymous responses.', {
            max_bytes: integer('Maximum size of the cache, in bytes; 0 disables it.', {
              minimum: 0,
              default: 67_108_864,
            }),
          }),
          stale_if_error: integer(
            'Maximum age of stale responses that are served while the database is unavailable, in seconds. Also sent to shared caches as `stale-if-error`. 0 disables stale responses.',
            { minimum: 0, maximum: 31_536_000, default: 0 },
          ),
          purger: overridden(
            choice('Purge protocol of the shared cache.', PURGERS, { default: 'none' }),
            variable('HTTP_CACHE_PURGER', {
              description: 'Overrides `http_cache.purger`.',
              example: 'varnish-xkey',
              check: (name, key) =>
                purgerOf(name) === null
                  ? problemAt(key, `cannot be "${name}"`, `use one of ${PURGERS.join(', ')}`)
                  : [],
              parse: purgerOf,
            }),
          ),
          urls: overridden(
            checked(
              texts(
                'URLs that receive purge requests. Optional for the cloudflare purger, which uses the Cloudflare API by default.',
                [],
              ),
              checkUrls,
            ),
            variable('HTTP_CACHE_URLS', {
              description: 'Overrides `http_cache.urls` with comma-separated URLs.',
              example: 'http://cache:80',
              check: (text, key) => checkUrls(urlsOf(text), key),
              parse: urlsOf,
            }),
          ),
          purges_per_minute: integer(
            'Maximum number of purge requests to Cloudflare per minute, limited by the plan of the account.',
            { minimum: 1, default: 5 },
          ),
          zone_id: variable('CLOUDFLARE_ZONE_ID', {
            description: 'Id of the Cloudflare zone to purge (docs/how-to/caching.md).',
            example: '',
          }),
          api_token: variable('CLOUDFLARE_API_TOKEN', {
            isSecret: true,
            description: 'Cloudflare API token with the permission "Cache Purge" for the zone.',
            example: '',
          }),
        }),
        // Cloudflare has a fixed default URL.
        ({ purger, urls }, key) =>
          purger === 'none' || purger === 'cloudflare' || urls.length > 0
            ? []
            : problemAt(`${key}.urls`, 'must be configured', 'add at least one URL for the purger'),
      ),
      ({ zoneId, apiToken, ...cache }, place) => ({
        ...cache,
        // Null for other purgers.
        cloudflare: cache.purger === 'cloudflare' ? cloudflareZone({ zoneId, apiToken }, place) : null,
      }),
    ),
  },
});

export type CachingConfig = ConfigOf<typeof CACHING_SETTINGS>;

interface Zone {
  readonly zoneId: string | null;
  readonly apiToken: string | null;
}

function cloudflareZone(
  { zoneId, apiToken }: Zone,
  { use, refuse }: Place,
): { readonly zoneId: string; readonly apiToken: string } | null {
  if (use === 'database') return null;
  if (zoneId === null) refuse(missing('CLOUDFLARE_ZONE_ID', 'set it to the id of the zone to purge'));
  if (apiToken === null)
    refuse(
      missing(
        'CLOUDFLARE_API_TOKEN',
        'set it to an API token with the permission "Cache Purge" for the zone',
      ),
    );
  return zoneId === null || apiToken === null ? null : { zoneId, apiToken };
}
