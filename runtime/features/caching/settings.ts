import type { ConfigProblem } from '../../kernel/errors/config-error.js';
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
    .flatMap((url) => problemAt(key, `"${url}" is not a URL`, 'write one like http://cache:80'));

export const CACHING_SETTINGS = defineSettings({
  name: 'HTTP caching',
  members: {
    redis_url: variable('REDIS_URL', {
      description:
        'Processes tell each other of changes over it in place of the database (docs/how-to/caching.md).',
      example: 'redis://localhost:6379',
      check: (url, name) =>
        /^rediss?:\/\//.test(url) && URL.canParse(url)
          ? []
          : problemAt(
              name,
              'is not the URL of a Redis server',
              'write redis://HOST:PORT or rediss://USER:PASSWORD@HOST:PORT',
            ),
    }),
    http_cache: mapped(
      checked(
        group('Caches in front of and inside the API.', {
          personalised_resource_classes: texts('Types whose answers depend on the caller.', [
            'Route',
            'ResourceManifest',
            'ComponentPosition',
          ]),
          scheduled_expiry_resource_classes: texts(
            'Types whose shared caching ends at the next scheduled publication.',
            ['Route', 'Page', 'AbstractPageData', 'ResourceManifest'],
          ),
          purge_rendered_html_classes: texts('Types whose change purges all rendered pages.', [
            'SiteConfigParameter',
          ]),
          response_cache: group('In-process cache of anonymous answers.', {
            max_bytes: integer('Size in bytes; 0 switches it off.', { minimum: 0, default: 67_108_864 }),
          }),
          stale_if_error: integer(
            'Seconds for which kept answers are sent on while the database is away, and offered to shared caches; 0 for none.',
            { minimum: 0, maximum: 31_536_000, default: 0 },
          ),
          purger: overridden(
            choice('Protocol of the shared cache.', PURGERS, { default: 'none' }),
            variable('HTTP_CACHE_PURGER', {
              description: 'Stands in place of http_cache.purger.',
              example: 'varnish-xkey',
              check: (name, key) =>
                purgerOf(name) === null
                  ? problemAt(key, `cannot be "${name}"`, `write one of ${PURGERS.join(', ')}`)
                  : [],
              parse: purgerOf,
            }),
          ),
          urls: overridden(
            checked(
              texts(
                'Where purge requests go. Cloudflare is asked at its own address unless there is one.',
                [],
              ),
              checkUrls,
            ),
            variable('HTTP_CACHE_URLS', {
              description: 'Stands in place of http_cache.urls: addresses with commas.',
              example: 'http://cache:80',
              check: (text, key) => checkUrls(urlsOf(text), key),
              parse: urlsOf,
            }),
          ),
          purges_per_minute: integer(
            'How often Cloudflare may be asked, which depends on the plan of the account.',
            { minimum: 1, default: 5 },
          ),
          zone_id: variable('CLOUDFLARE_ZONE_ID', {
            description: 'Zone that the purger cloudflare drops answers in (docs/how-to/caching.md).',
            example: '',
          }),
          api_token: variable('CLOUDFLARE_API_TOKEN', {
            isSecret: true,
            description: 'Token with the permission "Cache Purge" in that zone.',
            example: '',
          }),
        }),
        // Cloudflare has an address of its own.
        ({ purger, urls }, key) =>
          purger === 'none' || purger === 'cloudflare' || urls.length > 0
            ? []
            : problemAt(`${key}.urls`, 'must be configured', 'the purger needs at least one URL'),
      ),
      ({ zoneId, apiToken, ...cache }, place) => ({
        ...cache,
        // Null for another purger.
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
  if (zoneId === null) refuse(missing('CLOUDFLARE_ZONE_ID', 'write the id of the zone to be purged'));
  if (apiToken === null)
    refuse(missing('CLOUDFLARE_API_TOKEN', 'write a token with the permission "Cache Purge" in that zone'));
  return zoneId === null || apiToken === null ? null : { zoneId, apiToken };
}
