import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../../runtime/kernel/errors/config-error.js';
import { defineConfig } from '../../../../runtime/config/define-config.js';
import { parseConfig } from '../../../../runtime/config/load-config.js';
import { FEATURES, withFeatures } from '../../../../runtime/features.js';
import { defineFeature, type Feature } from '../../../../runtime/kernel/feature.js';
import { defineFeatureApi } from '../../../../runtime/kernel/contract/features/feature-api.js';

const MINIMAL = defineConfig({
  website_name: 'Site',
  user: {},
  publishable: { permission: "is_granted('ROLE_ADMIN')" },
  refresh_token: { cookie_name: 'api_component', ttl: 604800 },
});

const parse = (features: unknown) =>
  parseConfig({ ...MINIMAL, features }, { projectRoot: '/srv/site', env: {} });

async function problemsOf(features: unknown): Promise<readonly string[]> {
  try {
    await parse(features);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ key, problem, advice }) => `${key} ${problem}; ${advice}`);
  }
}

const fn = (): never => {
  throw new Error('is not called');
};

const TABLE = {
  name: 'page_hit',
  columns: [
    { name: 'path', type: 'string', nullable: false, length: 190, binary: true },
    { name: 'count', type: 'integer', nullable: false, default: 0 },
  ],
  primaryKey: ['path'],
  indexes: [{ name: 'page_hit_count', columns: ['count'], unique: false }],
  foreignKeys: [],
} as const;

const HITS = defineFeatureApi<number>('hits');

/** Every hook. A new hook fails here until the configuration check accepts it. */
const COMPLETE: Required<Feature> = {
  name: 'hit-counter',
  errors: [{ code: 'HITS.CLOSED', status: 409, when: 'Counting has ended.', remedy: 'Ask no more.' }],
  tables: [TABLE],
  schemas: { name: 'menus', functions: [], load: fn },
  messages: { de: { 'This value is odd.': 'Dieser Wert ist ungerade.' } },
  reads: {
    filters: [{ appliesTo: fn, restrict: fn }],
    selectors: [{ appliesTo: fn, condition: 't.id = :id', choose: fn }],
    voters: [{ appliesTo: fn, assertGranted: fn }],
    writeNumber: fn,
    watchTags: fn,
  } satisfies Required<Feature['reads']>,
  representation: [{ appliesTo: fn, extend: fn }],
  writes: {
    rules: [{ appliesTo: fn }],
    checks: [{ appliesTo: fn, check: fn }],
    targets: [{ appliesTo: fn, redirect: fn }],
    guards: [fn],
    stages: [{ appliesTo: fn, open: fn }],
    remove: fn,
    nameAuthor: fn,
  } satisfies Required<Feature['writes']>,
  unitOfWork: {
    beforeDelete: fn,
    beforeCommit: fn,
    afterCommit: fn,
    afterFailure: fn,
    retry: fn,
    beforeOutOfBandCommit: fn,
    afterOutOfBandCommit: fn,
  } satisfies Required<Feature['unitOfWork']>,
  follows: [{ follow: fn }],
  derived: [{ name: 'totals', version: 1, compare: fn, rebuild: fn }],
  consistency: [{ name: 'counts', advice: 'Count again.', find: fn }],
  guard: { enter: fn, isClear: fn, forget: fn },
  documentation: {
    tag: { name: 'Hits', description: 'Visits.' },
    schemas: {},
    contexts: {},
    parameters: {},
    responses: {},
    describe: fn,
    describeOperation: fn,
  } satisfies Required<Feature['documentation']>,
  endpoints: fn,
  channels: fn,
  commands: [
    { name: 'hits:report', summary: 'Print hits.', run: fn },
    {
      name: 'hits:forget',
      summary: 'Forget hits.',
      description: 'Of pages that are gone, unless one is named.',
      examples: ['', '/about --before 2024'],
      args: { path: { summary: 'Path of a page.' } },
      flags: {
        before: { type: 'integer', summary: 'Year.', default: 2020 },
        tell: { type: 'boolean', summary: 'Send a mail.', default: true, allowNo: true, exclusive: ['to'] },
        to: { type: 'list', summary: 'Address.' },
        format: { type: 'string', summary: 'Format.', default: 'text', options: ['text', 'json'] },
      },
      run: fn,
    },
  ],
  start: fn,
  listens: [{ port: 9100, host: '127.0.0.1' }],
  notices: ['Visits are counted.'],
  metrics: [{ name: 'hits_total', help: 'Visits.', kind: 'counter', read: fn }],
  jobs: fn,
  retention: [{ name: 'old-hits', what: 'Hits.', where: '`page_hit`', keeps: 'a day', clean: fn }],
  close: fn,
  http: {
    authenticator: { authenticate: fn },
    revealer: { reveal: fn },
    vary: ['Hits'],
    hooks: fn,
    mounts: [{ path: '/hits', handler: fn }],
    links: [{ href: 'https://example.com', rel: 'hits' }],
    addresses: fn,
    refusalHeaders: fn,
    isEditor: fn,
  } satisfies Required<Feature['http']>,
  provides: [{ api: HITS, value: 1 }],
  resources: [],
  enabledBy: 'form',
  actsLast: true,
  servesOwnAdmin: true,
};

/** The features of a project with one command that has one flag. */
function withFlag(flag: unknown, name = 'to'): readonly unknown[] {
  const command = { name: 'hits:report', summary: 'Hits.', flags: { [name]: flag }, run: fn };
  return [{ name: 'hits', commands: [command] }];
}

describe('features in the configuration', () => {
  test('with every hook are kept unchanged and in order', async () => {
    const other = defineFeature({ name: 'other' });
    const config = await parse([COMPLETE, other]);
    expect(config.features).toEqual([COMPLETE, other]);
    expect(config.features[0]).toBe(COMPLETE);
    expect(Object.isFrozen(COMPLETE)).toBe(false);
  });

  test('can be declared without their implementation, which is loaded on demand', async () => {
    const declared = {
      name: 'hits',
      tables: [TABLE],
      commands: [{ name: 'hits:report', summary: 'Print hits.' }],
      errors: [],
      load: () => Promise.resolve({ create: fn }),
    };
    expect((await parse([declared])).features).toEqual([declared]);
  });

  test('default to none', async () => {
    expect((await parse(undefined)).features).toEqual([]);
  });

  test.each([
    [{}, 'features is of type object; use a list: [defineFeature({ ... })]'],
    [[null], 'features.0 is null; use defineFeature({ name, ... })'],
    [[{}], 'features.0.name is missing; use a lower-case name such as "hit-counter"'],
    [
      [{ name: 'HitCounter' }],
      'features.HitCounter.name "HitCounter" is not a valid feature name; use lower-case words joined by hyphens, such as "hit-counter"',
    ],
    [
      [{ name: 'uploads' }],
      'features.uploads.name "uploads" is the name of a built-in feature; use another name',
    ],
    [[{ name: 'hits' }, { name: 'hits' }], 'features.hits is not unique; use a unique name for each feature'],
    [
      [{ name: 'hits', derived: [{ name: 'totals', version: '1', compare: fn, rebuild: fn }] }],
      'features.hits.derived.0.version is of type string; use a whole number, starting with 1',
    ],
    [
      [{ name: 'hits', consistency: [{ name: '', advice: 'Count again.', find: fn }] }],
      'features.hits.consistency.0.name is empty; use a name of at most 100 characters, such as "hit-totals"',
    ],
    [
      [{ name: 'hits', consistency: [{ name: 'counts', find: fn }] }],
      'features.hits.consistency.0.advice is missing; describe how to resolve the problem',
    ],
    [[{ name: 'hits', load: 5 }], 'features.hits.load is of type number; use a function'],
    [
      [{ name: 'hits', load: fn, endpoints: fn }],
      'features.hits.endpoints cannot be combined with "load"; return it from "create" in the module that "load" imports, or remove "load"',
    ],
    [
      [{ name: 'hits', load: fn, commands: [{ name: 'hits:report', summary: 'Hits.', run: fn }] }],
      'features.hits.commands.hits:report.run is not a supported key; use one of name, summary, description, examples, args, flags, loadFlags',
    ],
    [[{ name: 'hits', close: 5 }], 'features.hits.close is of type number; use a function'],
    [
      [{ name: 'hits', unitOfWork: { afterComit: fn } }],
      'features.hits.unitOfWork.afterComit is not a supported key; use one of beforeDelete, beforeCommit, afterCommit, afterFailure, retry, beforeOutOfBandCommit, afterOutOfBandCommit',
    ],
    [[{ name: 'hits', reads: [] }], 'features.hits.reads is an array; use an object of hooks'],
    [[{ name: 'hits', writes: { rules: fn } }], 'features.hits.writes.rules is of type function; use a list'],
    [
      [{ name: 'hits', writes: { rules: [{ prepare: fn }] } }],
      'features.hits.writes.rules.0.appliesTo is missing; use a function',
    ],
    [
      [{ name: 'hits', representation: [fn] }],
      'features.hits.representation.0 is of type function; use an object with the functions appliesTo, extend',
    ],
    [
      [{ name: 'hits', writes: { guards: [{}] } }],
      'features.hits.writes.guards.0 is of type object; use a function',
    ],
    [[{ name: 'hits', commands: {} }], 'features.hits.commands is of type object; use a list'],
    [
      [{ name: 'hits', commands: [fn] }],
      'features.hits.commands.0 is of type function; use { name, summary, run }',
    ],
    [
      [{ name: 'hits', commands: [{ name: 'report', summary: 'Hits.', run: fn }] }],
      'features.hits.commands.report.name "report" is not a valid command name; use words joined by colons, such as "hits:report"',
    ],
    [
      [{ name: 'hits', commands: [{ name: 'migrate:hits', summary: 'Hits.', run: fn }] }],
      'features.hits.commands.migrate:hits.name uses the prefix "migrate:", which is reserved for built-in commands; use another prefix',
    ],
    [
      [{ name: 'hits', commands: [{ name: 'hits:report', summary: 'Hits.', run: 'x' }] }],
      'features.hits.commands.hits:report.run is of type string; use a function',
    ],
    [
      [{ name: 'hits', commands: [{ name: 'hits:report', run: fn }] }],
      'features.hits.commands.hits:report.summary is missing; use one line of text',
    ],
    [
      withFlag({ type: 'strings', summary: 'Address.' }),
      'features.hits.commands.hits:report.flags.to.type cannot be "strings"; use one of boolean, string, integer, list',
    ],
    [
      withFlag({ type: 'list' }),
      'features.hits.commands.hits:report.flags.to.summary must be configured; add it (one line for the help text)',
    ],
    [
      withFlag({ type: 'integer', summary: 'Year.', default: 'all' }),
      'features.hits.commands.hits:report.flags.to.default is "all"; it must be integer',
    ],
    [
      withFlag({ type: 'string', summary: 'Address.', allowNo: true }),
      'features.hits.commands.hits:report.flags.to.allowNo is not a supported key; use one of type, summary, exclusive, default, options',
    ],
    [
      withFlag({ type: 'boolean', summary: 'More.' }, 'verbose'),
      'features.hits.commands.hits:report.flags.verbose is reserved: every command has this flag; use another name',
    ],
    [
      withFlag({ type: 'boolean', summary: 'More.' }, 'sendMail'),
      'features.hits.commands.hits:report.flags.sendMail is not a valid argument or flag name; use lower-case words joined by hyphens, such as "since-date"',
    ],
    [
      [
        { name: 'hits', commands: [{ name: 'hits:report', summary: 'Hits.', run: fn }] },
        { name: 'more', commands: [{ name: 'hits:report', summary: 'Hits.', run: fn }] },
      ],
      'features define the command "hits:report" more than once; use a unique name for each command',
    ],
  ])('are refused with the problem, its path and the expected form: %#', async (features, want) => {
    expect(await problemsOf(features)).toEqual([want]);
  });

  test('with an unknown key are refused with the list of known keys', async () => {
    expect(await problemsOf([{ name: 'hits', endpoint: fn }])).toEqual([
      expect.stringMatching(/^features\.hits\.endpoint is not a supported key; use one of name, tables, /),
    ]);
  });

  test('are reported together with all other problems', async () => {
    const features = [{ name: 'hits', close: 5 }, { name: 'X' }];
    const source = { ...MINIMAL, website_nam: 'x', extensions: { resolvers: 5 }, features };
    const failed = parseConfig(source, { projectRoot: '/srv/site', env: {} });
    await expect(failed).rejects.toThrow(
      /website_nam[^]*extensions\.resolvers[^]*hits\.close[^]*features\.X/,
    );
  });
});

test('the names of all built-in features are reserved', async () => {
  expect(FEATURES.length).toBeGreaterThan(10);
  const problems = await problemsOf(FEATURES.map(({ name }) => ({ name })));
  expect(problems).toEqual(
    FEATURES.map(
      ({ name }) => `features.${name}.name "${name}" is the name of a built-in feature; use another name`,
    ),
  );
});

test('a project feature runs after the built-in ones, and after all others if it requests that', () => {
  const [last, usual] = [{ name: 'last', actsLast: true as const }, { name: 'usual' }];
  const names = withFeatures([last, usual]).map(({ name }) => name);
  expect(names.slice(0, names.indexOf('usual'))).toContain('forms');
  expect(names.slice(names.indexOf('usual'))).toEqual([
    ...['usual', 'orphans', 'history', 'http-cache', 'realtime', 'last'],
  ]);
});

describe('feature tables', () => {
  const inTable = (change: Readonly<Record<string, unknown>>) =>
    problemsOf([{ name: 'hits', tables: [{ ...TABLE, ...change }] }]);
  const AT = 'features.hits.tables.page_hit';

  test.each([
    [{ primaryKey: [] }, `${AT}.primaryKey is empty; list the columns that identify a row`],
    [{ primaryKey: undefined }, `${AT}.primaryKey is missing; use a list of column names`],
    [
      { primaryKey: ['id'] },
      `${AT}.primaryKey contains the column "id", which does not exist in the table; columns of the table: path, count`,
    ],
    [{ indexes: undefined }, `${AT}.indexes is missing; use a list, or [] for none`],
    [
      { indexes: [{ name: 'page_hit_x', columns: ['x'], unique: true }] },
      `${AT}.indexes.page_hit_x.columns contains the column "x", which does not exist in the table; columns of the table: path, count`,
    ],
    [{ publishable: true }, expect.stringContaining(`${AT}.publishable is not a supported key`)],
    [
      { foreignKeys: [{ name: 'fk', columns: ['path'], references: { table: 'route', columns: ['path'] } }] },
      `${AT}.foreignKeys.fk.onDelete is missing; use one of restrict, cascade, set null`,
    ],
    [
      { columns: [...TABLE.columns, { name: 'Last Seen', type: 'datetime', nullable: true }] },
      `${AT}.columns.Last Seen.name cannot be "Last Seen"; use at most 54 lower-case letters, digits and underscores, starting with a letter`,
    ],
    [
      { columns: [...TABLE.columns, { name: 'count', type: 'integer', nullable: true }] },
      `${AT}.columns.count is not unique; use a unique name for each column`,
    ],
    [
      { columns: [...TABLE.columns, { name: 'size', type: 'bigint', nullable: true }] },
      expect.stringMatching(/columns\.size\.type cannot be "bigint"; use one of string, text, integer/),
    ],
  ])('that are invalid are refused with the reason: %#', async (change, want) => {
    expect(await inTable(change)).toEqual([want]);
  });
});
