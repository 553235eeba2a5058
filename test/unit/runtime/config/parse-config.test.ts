import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../../runtime/kernel/errors/config-error.js';
import { parseConfig } from '../../../../runtime/config/load-config.js';

const MINIMAL = {
  website_name: 'Site',
  user: {},
  publishable: { permission: "is_granted('ROLE_ADMIN')" },
  refresh_token: { cookie_name: 'api_component', ttl: 604800 },
};
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'sqlite:cms.sqlite',
  JWT_SECRET_KEY: 'private.pem',
  JWT_PUBLIC_KEY: 'public.pem',
  JWT_PASSPHRASE: 'secret',
  ADMIN_PASSWORD: 'long enough',
  MAILER_DSN: 'smtp://mail',
  MAILER_EMAIL: 'cms@example.com',
};
const UNSET = [
  'DATABASE_URL',
  'MAILER_DSN',
  'MAILER_FROM',
  'ADMIN_PASSWORD',
  'JWT_SECRET_KEY',
  'JWT_PUBLIC_KEY',
  'JWT_PASSPHRASE',
  'MERCURE_URL',
];
const CLAIMS = { iss: 'https://cms.example.com', sub: 'cms', client_id: 'cms' };
const root = '/srv/site';

async function problemKeys(config: unknown, env: Record<string, string>): Promise<string[]> {
  try {
    await parseConfig(config, { projectRoot: root, env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ key }) => key);
  }
}

describe('parseConfig', () => {
  test.each([
    [{}, PRODUCTION, true],
    [{}, { ...PRODUCTION, TRUSTED_PROXIES: '1' }, false],
    [{ compression: true }, { ...PRODUCTION, TRUSTED_PROXIES: '1' }, true],
    [{ compression: false }, PRODUCTION, false],
    [{}, {}, false],
    [{ compression: true }, {}, true],
  ])('compresses with %j in the environment %j: %s', async (given, env, isOn) => {
    const config = await parseConfig({ ...MINIMAL, mercure: false, ...given }, { projectRoot: root, env });
    expect(config.compression).toBe(isOn);
  });

  test('fills in the defaults', async () => {
    const config = await parseConfig(MINIMAL, { projectRoot: root, env: {} });
    expect(config).toMatchObject({
      environment: 'development',
      conveniences: true,
      apiPrefix: '/api',
      tablePrefix: '_acb_',
      metadataKey: '_metadata',
      pagination: { itemsPerPageParameterName: 'perPage', itemsPerPage: 30, maximumItemsPerPage: 100 },
      user: {
        className: 'User',
        emailVerification: { enabled: true, verifyOnRegister: false, repeatTtlSeconds: 300 },
        passwordReset: { repeatTtlSeconds: 86400, requestTimeoutSeconds: 3600 },
        emails: { welcome: { enabled: true, subject: 'Welcome to {{ website_name }}' } },
      },
      schedule: { scanOrphaned: { cron: '0 3 * * *', timeZone: 'Europe/London' } },
      server: { port: 8000, host: '127.0.0.1', publicUrl: 'http://localhost:8000' },
      database: { url: 'sqlite:/srv/site/var/cms.sqlite' },
      mailer: { dsn: 'file:/srv/site/var/mails' },
      admin: { username: 'admin', password: 'admin' },
      jwt: { tokenTtl: 3600, secretKeyPath: null, cookieSameSite: 'lax' },
      mercure: {
        url: null,
        publicUrl: 'http://localhost:8000/.well-known/mercure',
        cookieName: 'mercure_access_token',
        cookieSameSite: 'strict',
      },
      bodyLimits: { anonymous: 1048576, authenticated: 1048576, editors: 16777216, files: 67108864 },
      instances: 1,
      notices: [],
    });
    expect(Object.isFrozen(config.user.emailVerification)).toBe(true);
  });

  test('false keeps the defaults of a sub-tree and disables it', async () => {
    const source = {
      ...MINIMAL,
      mercure: false,
      schedule: { scan_orphaned: false },
      user: { email_verification: false, emails: { welcome: false } },
    };
    const config = await parseConfig(source, { projectRoot: root, env: {} });
    expect(config.mercure).toBe(false);
    expect(config.schedule.scanOrphaned).toBe(false);
    expect(config.user.emailVerification).toMatchObject({ enabled: false, repeatTtlSeconds: 300 });
    expect(config.user.emails.welcome).toEqual({ enabled: false, subject: 'Welcome to {{ website_name }}' });
  });

  const withUser = (user: object) => ({ ...MINIMAL, user });
  test.for<[string, unknown, Record<string, string>, string[]]>([
    ['an empty file', {}, {}, ['website_name', 'user', 'publishable', 'refresh_token']],
    ['no object', 'x', {}, ['cms.config']],
    ['an unknown key', { ...MINIMAL, pagnation: {} }, {}, ['pagnation']],
    ['an empty class name', withUser({ class_name: '' }), {}, ['user.class_name']],
    [
      'verification without a target',
      withUser({ email_verification: { verify_on_change: true } }),
      {},
      ['user.email_verification.email.default_redirect_path'],
    ],
    [
      'disabled verification',
      withUser({ email_verification: { enabled: false, verify_on_change: true } }),
      {},
      [],
    ],
    ['a bad expression', { ...MINIMAL, routable_security: 'ROLE_ADMIN' }, {}, ['routable_security']],
    [
      'a bad rule',
      { ...MINIMAL, route_security: [{ route: '/a', security: '(' }] },
      {},
      ['route_security.0.security'],
    ],
    [
      'a bad pattern',
      withUser({ email_links: { allowed_origins: ['('] } }),
      {},
      ['user.email_links.allowed_origins'],
    ],
    [
      'an origin with a path',
      withUser({ email_links: { default_origin: 'https://a.b/c' } }),
      {},
      ['user.email_links.default_origin'],
    ],
    ['every origin', { ...MINIMAL, cors: { allow_origin: ['.*'] } }, {}, ['cors.allow_origin']],
    [
      'an unknown storage',
      { ...MINIMAL, filesystems: { a: { driver: 'ftp' } } },
      {},
      ['filesystems.a.driver'],
    ],
    [
      'a bucket without name',
      { ...MINIMAL, filesystems: { a: { driver: 's3', region: 'x' } } },
      {},
      ['filesystems.a.bucket'],
    ],
    [
      'a bad recipient',
      { ...MINIMAL, orphaned_resources: { notify: { recipients: 'nobody' } } },
      {},
      ['orphaned_resources.notify.recipients'],
    ],
    ...['often', '0 3 * * * *', '99 3 * * *', '0 3 30 2 *'].map(
      (cron): [string, unknown, Record<string, string>, string[]] => [
        `"${cron}" as a schedule`,
        { ...MINIMAL, schedule: { scan_orphaned: { cron } } },
        {},
        ['schedule.scan_orphaned.cron'],
      ],
    ),
    ...['/', '../cache', 'a//b'].map((prefix): [string, unknown, Record<string, string>, string[]] => [
      `"${prefix}" as the folder of variants`,
      { ...MINIMAL, image_cache_prefix: prefix },
      {},
      ['image_cache_prefix'],
    ]),
    [
      'an exclusion of every file',
      { ...MINIMAL, orphaned_files: { excluded_paths: ['legacy', '/'] } },
      {},
      ['orphaned_files.excluded_paths'],
    ],
    [
      'a time zone that there is not',
      { ...MINIMAL, schedule: { scan_orphaned: { time_zone: 'London' } } },
      {},
      ['schedule.scan_orphaned.time_zone'],
    ],
    [
      'another protocol',
      { ...MINIMAL, mercure: { protocol_version: '0.x' } },
      {},
      ['mercure.protocol_version'],
    ],
    [
      'a hub without claims',
      MINIMAL,
      { MERCURE_URL: 'https://hub/x', MERCURE_JWT_SECRET: 's' },
      ['mercure.jwt.iss', 'mercure.jwt.sub', 'mercure.jwt.client_id'],
    ],
    [
      'a secure cookie over http',
      { ...MINIMAL, mercure: { cookie_name: '__Secure-x' } },
      {},
      ['mercure.cookie_name'],
    ],
    [
      'a database server without a database',
      MINIMAL,
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:5432' },
      ['DATABASE_URL'],
    ],
    [
      'a key without its passphrase',
      MINIMAL,
      { JWT_SECRET_KEY: 'a.pem', JWT_PUBLIC_KEY: 'b.pem' },
      ['JWT_PASSPHRASE'],
    ],
    [
      'bad variables',
      MINIMAL,
      { PORT: 'x', PUBLIC_URL: 'ftp://a', DATABASE_URL: 'oracle://a', LOG_LEVEL: 'loud' },
      ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'LOG_LEVEL'],
    ],
    [
      'production without a database',
      { ...MINIMAL, mercure: false },
      { ...PRODUCTION, DATABASE_URL: '' },
      ['DATABASE_URL'],
    ],
    ['production without anything', MINIMAL, { NODE_ENV: 'production' }, UNSET],
    ['a public address without NODE_ENV', MINIMAL, { HOST: '0.0.0.0' }, [...UNSET, 'HOST']],
    ['a public address in development', MINIMAL, { HOST: '0.0.0.0', NODE_ENV: 'development' }, []],
    [
      'a public URL before a loopback address',
      MINIMAL,
      { PUBLIC_URL: 'https://cms.example.com' },
      [...UNSET, 'PUBLIC_URL'],
    ],
    [
      'a public URL in development',
      MINIMAL,
      { PUBLIC_URL: 'https://cms.example.com', NODE_ENV: 'development' },
      [],
    ],
    ['loopback addresses of every kind', MINIMAL, { HOST: '127.0.1.9', PUBLIC_URL: 'http://[::1]:80' }, []],
    ['a name of this machine', MINIMAL, { HOST: '::1', PUBLIC_URL: 'http://cms.localhost:8000' }, []],
    [
      'the password of development in production',
      { ...MINIMAL, mercure: false },
      { ...PRODUCTION, ADMIN_PASSWORD: 'admin' },
      ['ADMIN_PASSWORD'],
    ],
    [
      'the password of development behind a public URL',
      { ...MINIMAL, mercure: false },
      { ...PRODUCTION, NODE_ENV: '', ADMIN_PASSWORD: 'admin', PUBLIC_URL: 'https://cms.example.com' },
      ['ADMIN_PASSWORD', 'PUBLIC_URL'],
    ],
    ['every client as a proxy', MINIMAL, { TRUSTED_PROXIES: '*' }, ['TRUSTED_PROXIES']],
    ['every address as a proxy', MINIMAL, { TRUSTED_PROXIES: '::/0' }, ['TRUSTED_PROXIES']],
    [
      'a name, half an address, a count among addresses and too long a range as proxies',
      MINIMAL,
      { TRUSTED_PROXIES: 'proxy.local, 10.0.0, 1, 10.0.0.0/33, 10.0.0.1' },
      ['TRUSTED_PROXIES', 'TRUSTED_PROXIES', 'TRUSTED_PROXIES', 'TRUSTED_PROXIES'],
    ],
    ['production without a hub', { ...MINIMAL, mercure: false }, PRODUCTION, []],
    ['production with no hub and none switched off', MINIMAL, PRODUCTION, ['MERCURE_URL']],
    [
      'the embedded hub in production without a secret and claims',
      { ...MINIMAL, mercure: { embedded: true } },
      PRODUCTION,
      ['MERCURE_JWT_SECRET', 'mercure.jwt.iss', 'mercure.jwt.sub', 'mercure.jwt.client_id'],
    ],
    [
      'the embedded hub in production',
      { ...MINIMAL, mercure: { embedded: true, jwt: CLAIMS } },
      { ...PRODUCTION, MERCURE_JWT_SECRET: 'x'.repeat(32) },
      [],
    ],
    ['the embedded hub of several instances', { ...MINIMAL, instances: 2 }, {}, ['instances']],
    [
      'a hub with the secret that everybody knows',
      { ...MINIMAL, mercure: { jwt: CLAIMS } },
      {
        ...PRODUCTION,
        MERCURE_URL: 'https://hub/x',
        MERCURE_JWT_SECRET: '!ChangeThisMercureHubJWTSecretKey!',
      },
      ['MERCURE_JWT_SECRET'],
    ],
    [
      'a hub with a secret that can be guessed',
      { ...MINIMAL, mercure: { jwt: CLAIMS } },
      { ...PRODUCTION, MERCURE_URL: 'https://hub/x', MERCURE_JWT_SECRET: 'short' },
      ['MERCURE_JWT_SECRET'],
    ],
    [
      'a cookie for other sites over http',
      { ...MINIMAL, mercure: { cookie: { samesite: 'none' } } },
      {},
      ['mercure.cookie.samesite'],
    ],
    [
      'Cloudflare without a zone and a token',
      { ...MINIMAL, http_cache: { purger: 'cloudflare' } },
      {},
      ['CLOUDFLARE_ZONE_ID', 'CLOUDFLARE_API_TOKEN'],
    ],
    [
      'a cache that the environment names',
      MINIMAL,
      { HTTP_CACHE_PURGER: 'squid', HTTP_CACHE_URLS: 'cache, http://cache:80' },
      ['HTTP_CACHE_PURGER', 'HTTP_CACHE_URLS'],
    ],
    [
      'replicas of the embedded database',
      MINIMAL,
      { DATABASE_REPLICA_URLS: 'postgres://replica/cms' },
      ['DATABASE_REPLICA_URLS'],
    ],
    [
      'a replica of another kind than the database',
      MINIMAL,
      {
        DATABASE_URL: 'postgres://primary/cms',
        DATABASE_REPLICA_URLS: 'postgres://replica/cms, mariadb://replica/cms',
      },
      ['DATABASE_REPLICA_URLS'],
    ],
    [
      'an embedded database as a replica',
      MINIMAL,
      { DATABASE_URL: 'postgres://primary/cms', DATABASE_REPLICA_URLS: 'sqlite:copy.sqlite' },
      ['DATABASE_REPLICA_URLS'],
    ],
    ['another kind of server than Redis', MINIMAL, { REDIS_URL: 'http://127.0.0.1' }, ['REDIS_URL']],
    [
      'problems of every kind at once',
      { ...MINIMAL, websitename: 1, routable_security: '(', queue: 'x' },
      { PORT: '-1' },
      ['websitename', 'queue', 'routable_security', 'PORT'],
    ],
  ])('reports the problem of %s', async ([, config, env, want]) => {
    expect((await problemKeys(config, env)).sort()).toEqual([...want].sort());
  });

  test('replicas are servers of the same kind, separated by commas', async () => {
    const env = {
      DATABASE_URL: 'mysql://primary/cms',
      DATABASE_REPLICA_URLS: 'mariadb://one/cms, mysql://two/cms,',
    };
    const { database } = await parseConfig(MINIMAL, { projectRoot: root, env });
    expect(database.replicaUrls).toEqual(['mariadb://one/cms', 'mysql://two/cms']);
    expect(database.replicaMaxLagMs).toBe(1000);
  });

  test('an unknown key is reported with the most similar known key', async () => {
    const given = parseConfig({ ...MINIMAL, pagnation: {} }, { projectRoot: root, env: {} });
    await expect(given).rejects.toThrow('pagnation: is not a supported key; did you mean "pagination"?');
  });

  test('a value of the wrong type is reported with the allowed types, and with the keys of objects', async () => {
    const schedule = { scan_orphaned: 'every day' };
    const given = parseConfig({ ...MINIMAL, schedule }, { projectRoot: root, env: {} });
    await expect(given).rejects.toThrow(
      'schedule.scan_orphaned: is "every day"; it must be object (enabled, cron, time_zone) or boolean',
    );
  });

  test('localhost is the default origin of front ends and of links in mails in development', async () => {
    const { cors, user } = await parseConfig(MINIMAL, { projectRoot: root, env: {} });
    expect(user.emailLinks.allowedOrigins).toEqual(cors.allowOrigin);
    const [pattern = ''] = user.emailLinks.allowedOrigins;
    expect('http://localhost:3000').toMatch(new RegExp(pattern));
    const allowed_origins = ['https://www\\.example\\.com'];
    const named = await parseConfig(withUser({ email_links: { allowed_origins } }), {
      projectRoot: root,
      env: {},
    });
    expect(named.user.emailLinks.allowedOrigins).toEqual(allowed_origins);
  });

  test('production has no default CORS origin', async () => {
    const config = await parseConfig({ ...MINIMAL, mercure: false }, { projectRoot: root, env: PRODUCTION });
    expect(config.cors.allowOrigin).toEqual([]);
    expect(config.user.emailLinks.allowedOrigins).toEqual([]);
    expect(config.jwt.secretKeyPath).toBe('/srv/site/private.pem');
    expect(config.mailer.from).toBe('cms@example.com');
  });

  test.each<[string, string[] | number]>([
    ['1', 1],
    ['0', 0],
    ['10.0.0.2', ['10.0.0.2']],
    ['10.0.0.2, 172.16.0.0/12,fd00::/8,loopback', ['10.0.0.2', '172.16.0.0/12', 'fd00::/8', 'loopback']],
    ['', []],
  ])('TRUSTED_PROXIES accepts %j', async (text, want) => {
    const env = { TRUSTED_PROXIES: text };
    const { server } = await parseConfig(MINIMAL, { projectRoot: root, env });
    expect(server.trustedProxies).toEqual(want);
  });

  test('trusting every proxy is reported with an explanation', async () => {
    const given = parseConfig(MINIMAL, { projectRoot: root, env: { TRUSTED_PROXIES: '*' } });
    await expect(given).rejects.toThrow(
      /TRUSTED_PROXIES: "\*" trusts every client to set its own address; use addresses and ranges/,
    );
  });

  test('a proxy that the configuration does not trust is reported', async () => {
    const env = { PUBLIC_URL: 'https://cms.example.com', NODE_ENV: 'development' };
    const { notices } = await parseConfig(MINIMAL, { projectRoot: root, env });
    expect(notices).toEqual([expect.stringContaining('TRUSTED_PROXIES is not set')]);
    for (const notified of [{ TRUSTED_PROXIES: 'loopback' }, { TRUSTED_PROXIES: '1' }, { HOST: '0.0.0.0' }]) {
      const config = await parseConfig(MINIMAL, { projectRoot: root, env: { ...env, ...notified } });
      expect(config.notices).toEqual([]);
    }
  });

  const ADMINS = { path: '^/(_|page_data|component)/', methods: [], roles: 'ROLE_ADMIN' };
  test.each<[string, object[], string | null]>([
    ['no rules', [], '/_/, /page_data/, /component/'],
    ['rules for administrators', [ADMINS], null],
    [
      'rules for other paths',
      [{ path: '^/users', methods: [], roles: 'ROLE_ADMIN' }],
      '/_/, /page_data/, /component/',
    ],
    ['rules for some paths', [{ ...ADMINS, path: '^/_/' }], '/page_data/, /component/'],
    ['rules for some methods', [{ ...ADMINS, methods: ['POST'] }], '/_/, /page_data/, /component/'],
    [
      'rules for every account',
      [{ ...ADMINS, roles: ['ROLE_ADMIN', 'ROLE_USER'] }],
      '/_/, /page_data/, /component/',
    ],
  ])('open registration with %s is reported if it grants access to content', async (_, rules, places) => {
    const source = { ...MINIMAL, user: { security: { create: 'true' } }, access_control: rules };
    const { notices } = await parseConfig(source, { projectRoot: root, env: {} });
    const notice = `every account can write to ${places}:`;
    expect(notices).toEqual(places === null ? [] : [expect.stringContaining(notice) as string]);
  });

  test('keys of other systems and open registration are reported', async () => {
    const source = {
      ...MINIMAL,
      user: { security: { create: 'true' } },
      refresh_token: { ...MINIMAL.refresh_token, handler_id: 'x' },
    };
    const { notices } = await parseConfig(source, { projectRoot: root, env: {} });
    expect(notices).toEqual([
      expect.stringContaining('refresh_token.handler_id is ignored'),
      expect.stringContaining('access_control'),
    ]);
  });
});
