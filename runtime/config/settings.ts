import type { ConfigProblem } from '../kernel/errors/config-error.js';
import { checkPattern } from '../kernel/settings/check-pattern.js';
import { problemAt } from '../kernel/settings/place.js';
import {
  checked,
  choice,
  flag,
  group,
  integer,
  list,
  mapped,
  nullable,
  oneOrMore,
  otherwise,
  overridden,
  text,
  texts,
} from '../kernel/settings/setting.js';
import { defineSettings } from '../kernel/settings/settings.js';
import { variable } from '../kernel/settings/variable.js';
import { badOriginPattern, isUsableOriginPattern, originsOrLocalhost } from '../kernel/util/origins.js';
import { resolveLogoFile } from './logo-file.js';

/** A day; the timers of Node end after 24 of them. */
const LONGEST_MS = 86_400_000;

/** Settings of the API that belong to no feature (accounts.md section 11.1). */
export const API_SETTINGS = defineSettings({
  name: 'The API',
  check(
    config: {
      readonly writes: { readonly requireIfMatch: boolean };
      readonly cacheHeaders: { readonly etag: boolean };
    },
    { refuse },
  ) {
    if (!config.writes.requireIfMatch || config.cacheHeaders.etag) return;
    const problem = 'nobody could name a version without the ETag that cache_headers.etag switches off';
    refuse({ key: 'writes.require_if_match', problem, advice: 'set cache_headers.etag to true' });
  },
  members: {
    website_name: text('Name of the site: title of the documentation and of mails.'),
    api_prefix: mapped(
      checked(
        text('Path below which everything is mounted; empty for the root.', {
          default: '/api',
          mayBeEmpty: true,
        }),
        (path, key) =>
          /^(?:\/?[\w.~-]+)*\/?$/.test(path)
            ? []
            : problemAt(key, `"${path}" is not a path`, 'write one like /api'),
      ),
      // Starts with `/`, no trailing slash; empty where mounted at the root.
      (path) => path.replace(/\/+$/, '').replace(/^\/*(?=.)/, '/'),
    ),
    emails: group('Appearance of mails.', {
      logo: mapped(
        nullable(
          text(
            'PNG, JPEG or GIF file of at most 256 kB above every mail, relative to the project; null for none.',
          ),
        ),
        (path, place) => (path === null ? null : resolveLogoFile(path, place)),
      ),
      logo_width: integer('Width of the logo in pixels.', { minimum: 16, maximum: 560, default: 160 }),
    }),
    class_namespace: mapped(
      nullable(text('Prefix of class identifiers in output, for example App\\Entity.', { mayBeEmpty: true })),
      (namespace) => namespace?.replace(/^\\+|\\+$/g, '') || null,
    ),
    table_prefix: mapped(
      nullable(text('Prefix of table names; null for none.', { mayBeEmpty: true }), '_acb_'),
      (prefix) => prefix ?? '',
    ),
    metadata_key: text('Member that carries the metadata of a resource.', { default: '_metadata' }),
    hydra_prefix: flag('Print collection members with the hydra: prefix.', false),
    access_control: list(
      'Rules tried before the built-in access table; the first match decides.',
      group('One rule.', {
        path: checked(text('Regular expression applied to the path after the prefix.'), checkExpression),
        methods: mapped(
          checked(oneOrMore('HTTP methods; all when left out.', { default: [] }), checkMethods),
          (methods): readonly string[] => methods.map((method) => method.toUpperCase()),
        ),
        // `PUBLIC_ACCESS` opens.
        roles: oneOrMore('PUBLIC_ACCESS, a role, or a list of which one is enough.', {
          minItems: 1,
          minLength: 1,
        }),
      }),
    ),
    pagination: checked(
      group('Sizes of collection pages.', {
        items_per_page_parameter_name: text('Query parameter that chooses the size.', { default: 'perPage' }),
        items_per_page: integer('Usual size.', { minimum: 1, default: 30 }),
        maximum_items_per_page: integer('Largest size a client may ask for.', { minimum: 1, default: 100 }),
      }),
      ({ itemsPerPage, maximumItemsPerPage }, key) =>
        itemsPerPage <= maximumItemsPerPage
          ? []
          : problemAt(
              `${key}.items_per_page`,
              `${itemsPerPage} is more than pagination.maximum_items_per_page`,
              `write at most ${maximumItemsPerPage}`,
            ),
    ),
    cache_headers: group('Cache headers of public answers.', {
      max_age: integer('Seconds in browsers.', { minimum: 0, default: 0 }),
      shared_max_age: integer('Seconds in shared caches.', { minimum: 0, default: 60 }),
      vary: texts('Names in Vary.', ['Content-Type', 'Authorization']),
      etag: flag('Send ETag.', true),
    }),
    compression: otherwise(
      flag(
        'Send JSON, HTML, text and SVG of more than 1 kB by br or gzip. True by default in production, unless TRUSTED_PROXIES names a proxy, which does it then.',
        false,
      ),
      (place) => place.variable('NODE_ENV') === 'production' && place.variable('TRUSTED_PROXIES') === null,
    ),
    limits: mapped(
      group('What one process takes on (docs/how-to/production.md).', {
        requests: integer(
          'Requests that are computed at the same time; one more is answered 503 at once. What is sent from memory does not count.',
          { minimum: 1, default: 1000 },
        ),
        request_ms: integer(
          'Milliseconds from the end of a request until its answer begins; then it is answered 503. Not for forms with files.',
          { minimum: 100, maximum: LONGEST_MS, default: 60_000 },
        ),
        statement_ms: integer(
          'Milliseconds that one statement may run: the database ends it, and the request is answered 503. Not on SQLite.',
          { minimum: 100, maximum: LONGEST_MS, default: 10_000 },
        ),
        lock_ms: integer(
          'Milliseconds that a statement waits for a lock, and a request for a connection to the database.',
          { minimum: 100, maximum: LONGEST_MS, default: 5_000 },
        ),
      }),
      (limits) => ({ ...limits, lockMs: Math.min(limits.lockMs, limits.statementMs) }),
    ),
    writes: group('Changes and deletions of records.', {
      require_if_match: flag('Refuse those that name no version in `If-Match` (428).', false),
    }),
    cors: group('Browsers of other origins.', {
      allow_origin: overridden(
        mapped(
          checked(texts('Origins, or regular expressions that match the whole origin.', []), (origins, key) =>
            origins.flatMap((origin) =>
              isUsableOriginPattern(origin)
                ? checkPattern(origin, key, { whole: true })
                : [badOriginPattern(key, origin)],
            ),
          ),
          originsOrLocalhost,
        ),
        variable('CORS_ALLOW_ORIGIN', {
          description: 'Stands in place of cors.allow_origin: one origin, or one regular expression.',
          example: '^https://www\\.example\\.com$',
          check: (value, name) =>
            isUsableOriginPattern(value)
              ? checkPattern(value, name, { whole: true })
              : problemAt(
                  name,
                  `"${value}" is not usable`,
                  'write an origin, or a regular expression that matches whole origins but not every one',
                ),
          parse: (value): readonly string[] => [value],
        }),
      ),
    }),
    logs: group('Lines of the log.', {
      slow_statement_ms: integer(
        'Statements that take so many milliseconds are logged, with the use case and the id of the request; 0 logs none.',
        { minimum: 0, default: 200 },
      ),
    }),
    body_limits: group('Largest request bodies in bytes.', {
      anonymous: integer('Of anonymous callers.', { minimum: 1, default: 1_048_576 }),
      authenticated: integer('Of signed-in callers.', { minimum: 1, default: 1_048_576 }),
      editors: integer(
        'Of callers who pass `publishable.permission`, and of batches of signed-in callers as a whole.',
        { minimum: 1, default: 16_777_216 },
      ),
      files: integer('Of submitted forms with files, from signed-in callers.', {
        minimum: 1,
        default: 67_108_864,
      }),
    }),
    // Features add their own.
    enabled_components: group('Built-in component types.', {}),
    queue: choice(
      'Whether a request for a scan waits for it (`inline`, up to 20 seconds) or not (`database`).',
      ['inline', 'database'],
      { default: 'inline' },
    ),
    client: group('What `cms generate` makes for front ends.', {
      out: oneOrMore(
        'Folders, relative to the project, into which generated/client and generated/types are written as well: of a front end in another repository.',
        { default: [], minLength: 1 },
      ),
      bindings: list(
        'Frameworks for which the client has a page that follows its changes.',
        choice('A framework.', ['react', 'vue']),
      ),
    }),
    instances: integer('How many instances share the database.', { minimum: 1, default: 1 }),
  },
});

function checkExpression(source: string, key: string): readonly ConfigProblem[] {
  try {
    new RegExp(source);
    return checkPattern(source, key);
  } catch {
    return problemAt(key, `"${source}" is not a valid regular expression`, 'write one like ^/_/');
  }
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

function checkMethods(methods: readonly string[], key: string): readonly ConfigProblem[] {
  return methods
    .filter((method) => !METHODS.includes(method.toUpperCase()))
    .flatMap((method) =>
      problemAt(key, `"${method}" is not an HTTP method`, `write some of ${METHODS.join(', ')}`),
    );
}
