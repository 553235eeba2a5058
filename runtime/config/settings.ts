import type { ConfigProblem } from '../kernel/contract/config-problem.js';
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
import { badOriginPattern, isUsableOriginPattern, originsOrLocalhost } from '../kernel/util/http/origins.js';
import { resolveLogoFile } from './logo-file.js';

/** One day, well below the maximum of Node's timers (24 days). */
const LONGEST_MS = 86_400_000;

/** Settings of the API that belong to no feature (accounts.md section 11.1). */
export const API_SETTINGS = defineSettings({
  name: 'API',
  check(
    config: {
      readonly writes: { readonly requireIfMatch: boolean };
      readonly cacheHeaders: { readonly etag: boolean };
    },
    { refuse },
  ) {
    if (!config.writes.requireIfMatch || config.cacheHeaders.etag) return;
    const problem = 'requires ETag headers, but cache_headers.etag is false';
    refuse({ key: 'writes.require_if_match', problem, advice: 'set cache_headers.etag to true' });
  },
  members: {
    website_name: text('Name of the site, shown in the API documentation and in mails.'),
    api_prefix: mapped(
      checked(
        text('Path prefix of all endpoints; empty for the root.', {
          default: '/api',
          mayBeEmpty: true,
        }),
        (path, key) =>
          /^(?:\/?[\w.~-]+)*\/?$/.test(path)
            ? []
            : problemAt(key, `"${path}" is not a valid path`, 'use a path such as /api'),
      ),
      // Starts with `/` and has no trailing slash; empty at the root.
      (path) => path.replace(/\/+$/, '').replace(/^\/*(?=.)/, '/'),
    ),
    emails: group('Mail layout.', {
      logo: mapped(
        nullable(
          text(
            'Path of the logo at the top of every mail, relative to the project: a PNG, JPEG or GIF file of at most 256 kB. Null for no logo.',
          ),
        ),
        (path, place) => (path === null ? null : resolveLogoFile(path, place)),
      ),
      logo_width: integer('Width of the logo, in pixels.', { minimum: 16, maximum: 560, default: 160 }),
    }),
    class_namespace: mapped(
      nullable(text('Prefix of class names in responses, for example App\\Entity.', { mayBeEmpty: true })),
      (namespace) => namespace?.replace(/^\\+|\\+$/g, '') || null,
    ),
    table_prefix: mapped(
      nullable(text('Prefix of table names; null for no prefix.', { mayBeEmpty: true }), '_acb_'),
      (prefix) => prefix ?? '',
    ),
    metadata_key: text('Name of the member with the metadata of a resource.', { default: '_metadata' }),
    hydra_prefix: flag('Adds the hydra: prefix to the members of collections and errors.', false),
    access_control: list(
      'Access rules, evaluated before the built-in access table. The first matching rule applies.',
      group('Access rule.', {
        path: checked(
          text('Regular expression that is matched against the path without `api_prefix`.'),
          checkExpression,
        ),
        methods: mapped(
          checked(
            oneOrMore('HTTP methods to which the rule applies; all methods by default.', { default: [] }),
            checkMethods,
          ),
          (methods): readonly string[] => methods.map((method) => method.toUpperCase()),
        ),
        // `PUBLIC_ACCESS` allows anonymous requests.
        roles: oneOrMore(
          'Required role, or a list of alternatives; PUBLIC_ACCESS allows anonymous requests.',
          {
            minItems: 1,
            minLength: 1,
          },
        ),
      }),
    ),
    pagination: checked(
      group('Pagination of collections.', {
        items_per_page_parameter_name: text('Name of the query parameter for the number of items per page.', {
          default: 'perPage',
        }),
        items_per_page: integer('Default number of items per page.', { minimum: 1, default: 30 }),
        maximum_items_per_page: integer('Maximum number of items per page.', { minimum: 1, default: 100 }),
      }),
      ({ itemsPerPage, maximumItemsPerPage }, key) =>
        itemsPerPage <= maximumItemsPerPage
          ? []
          : problemAt(
              `${key}.items_per_page`,
              `${itemsPerPage} is greater than pagination.maximum_items_per_page`,
              `use at most ${maximumItemsPerPage}`,
            ),
    ),
    cache_headers: group('Cache headers of public responses.', {
      max_age: integer('Cache lifetime in browsers, in seconds (`max-age`).', { minimum: 0, default: 0 }),
      shared_max_age: integer('Cache lifetime in shared caches, in seconds (`s-maxage`).', {
        minimum: 0,
        default: 60,
      }),
      vary: texts('Header names in `Vary`.', ['Content-Type', 'Authorization']),
      etag: flag('Adds an `ETag` header to responses.', true),
    }),
    compression: otherwise(
      flag(
        'Compresses JSON, HTML, text and SVG responses larger than 1 kB with br or gzip. Enabled by default in production, unless TRUSTED_PROXIES is set.',
        false,
      ),
      (place) => place.variable('NODE_ENV') === 'production' && place.variable('TRUSTED_PROXIES') === null,
    ),
    limits: mapped(
      group('Resource limits of each process (docs/how-to/production.md).', {
        requests: integer(
          'Maximum number of concurrent requests. Further requests receive 503 immediately. Cached responses do not count.',
          { minimum: 1, default: 1000 },
        ),
        request_ms: integer(
          'Maximum time from the end of a request until its response starts, in milliseconds. Slower requests receive 503. Does not apply to forms with files.',
          { minimum: 100, maximum: LONGEST_MS, default: 60_000 },
        ),
        statement_ms: integer(
          'Maximum duration of a database statement, in milliseconds. The database cancels slower statements and the request receives 503. Has no effect on SQLite.',
          { minimum: 100, maximum: LONGEST_MS, default: 10_000 },
        ),
        lock_ms: integer(
          'Maximum time to wait for a database lock or a free database connection, in milliseconds.',
          { minimum: 100, maximum: LONGEST_MS, default: 5_000 },
        ),
      }),
      (limits) => ({ ...limits, lockMs: Math.min(limits.lockMs, limits.statementMs) }),
    ),
    writes: group('Changes and deletions of records.', {
      require_if_match: flag(
        'Requires an `If-Match` header for changes and deletions. Requests without it receive 428.',
        false,
      ),
    }),
    cors: group('Cross-origin requests.', {
      allow_origin: overridden(
        mapped(
          checked(
            texts('Allowed origins, or regular expressions that match the whole origin.', []),
            (origins, key) =>
              origins.flatMap((origin) =>
                isUsableOriginPattern(origin)
                  ? checkPattern(origin, key, { whole: true })
                  : [badOriginPattern(key, origin)],
              ),
          ),
          originsOrLocalhost,
        ),
        variable('CORS_ALLOW_ORIGIN', {
          description: 'Overrides `cors.allow_origin` with one origin or one regular expression.',
          example: '^https://www\\.example\\.com$',
          check: (value, name) =>
            isUsableOriginPattern(value)
              ? checkPattern(value, name, { whole: true })
              : problemAt(
                  name,
                  `"${value}" is not a valid origin pattern`,
                  'use an origin, or a regular expression that matches specific origins',
                ),
          parse: (value): readonly string[] => [value],
        }),
      ),
    }),
    logs: group('Logging.', {
      slow_statement_ms: integer(
        'Minimum duration of logged database statements, in milliseconds. Entries contain the use case and the request id. 0 disables logging.',
        { minimum: 0, default: 200 },
      ),
    }),
    body_limits: group('Maximum sizes of request bodies.', {
      anonymous: integer('Maximum size of a body from anonymous callers, in bytes.', {
        minimum: 1,
        default: 1_048_576,
      }),
      authenticated: integer('Maximum size of a body from signed-in callers, in bytes.', {
        minimum: 1,
        default: 1_048_576,
      }),
      editors: integer(
        'Maximum size of a body from callers with `publishable.permission`, and of a batch from signed-in callers, in bytes.',
        { minimum: 1, default: 16_777_216 },
      ),
      files: integer('Maximum size of a submitted form with files from signed-in callers, in bytes.', {
        minimum: 1,
        default: 67_108_864,
      }),
    }),
    // Features add their own entries.
    enabled_components: group('Built-in component types to enable.', {}),
    queue: choice(
      'Execution of requested scans: `inline` waits up to 20 seconds for the result, `database` responds immediately.',
      ['inline', 'database'],
      { default: 'inline' },
    ),
    client: group('Output of `cms generate` for front ends.', {
      out: oneOrMore(
        'Additional output folders for generated/client and generated/types, relative to the project, for example in the repository of a front end.',
        { default: [], minLength: 1 },
      ),
      bindings: list(
        'Frameworks for which bindings of the live page are generated: react or vue.',
        choice('Framework.', ['react', 'vue']),
      ),
    }),
    instances: integer('Number of instances that share the database.', { minimum: 1, default: 1 }),
  },
});

function checkExpression(source: string, key: string): readonly ConfigProblem[] {
  try {
    new RegExp(source);
    return checkPattern(source, key);
  } catch {
    return problemAt(key, `"${source}" is not a valid regular expression`, 'use an expression such as ^/_/');
  }
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

function checkMethods(methods: readonly string[], key: string): readonly ConfigProblem[] {
  return methods
    .filter((method) => !METHODS.includes(method.toUpperCase()))
    .flatMap((method) =>
      problemAt(key, `"${method}" is not an HTTP method`, `use one or more of ${METHODS.join(', ')}`),
    );
}
