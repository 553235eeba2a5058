import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import type { FormSuccessHandler } from '../../../../runtime/index.js';
import { ConfigError } from '../../../../runtime/kernel/errors/config-error.js';
import type { ConfigProblem } from '../../../../runtime/kernel/contract/config-problem.js';
import { defineConfig } from '../../../../runtime/config/define-config.js';
import { loadConfig, parseConfig } from '../../../../runtime/config/load-config.js';

const MINIMAL = defineConfig({
  website_name: 'Site',
  user: {},
  publishable: { permission: "is_granted('ROLE_ADMIN')" },
  refresh_token: { cookie_name: 'api_component', ttl: 604800 },
});

async function problemsOf(work: Promise<unknown>): Promise<readonly ConfigProblem[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

const parse = (source: unknown) => parseConfig(source, { projectRoot: '/srv/site', env: {} });

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

describe('extensions of the configuration', () => {
  test('accept handlers with typed form data, as the compiler of a project checks', async () => {
    const store: FormSuccessHandler<{ readonly email: string; readonly seats?: number }> = ({ data }) => {
      if (data.email === '') throw new Error(`${data.seats ?? 0} seats for nobody`);
    };
    const untyped: FormSuccessHandler = ({ data }) => void data['email'];
    const parsed = await parse(
      defineConfig({ ...MINIMAL, extensions: { formHandlers: { store, untyped } } }),
    );
    expect(parsed.extensions.formHandlers).toEqual({ store, untyped });
  });

  test('accept inline handlers, whose data are values by name', async () => {
    const config = defineConfig({
      ...MINIMAL,
      extensions: {
        formHandlers: {
          async store({ data, form }, { violation, create }) {
            expectTypeOf(data).toEqualTypeOf<Readonly<Record<string, unknown>>>();
            expectTypeOf(form.id).toEqualTypeOf<string>();
            if (typeof data['email'] !== 'string') return violation('email', 'Who are you?');
            await create('Message', { email: data['email'] });
          },
          // @ts-expect-error no handler has such an event
          wrong: ({ date }) => void date,
        },
      },
    });
    expect(Object.keys((await parse(config)).extensions.formHandlers ?? {})).toEqual(['store', 'wrong']);
  });

  test('that are not functions, and unknown keys, are reported together with other problems', async () => {
    const extensions = {
      resolver: {},
      resolvers: { age: 'not code' },
      constraints: [],
      routeGenerator: { previewPath: () => '/' },
      urlGenerators: { cdn: null },
      imageFilters: undefined,
      formHandlers: { store: 'later' },
      formSuccess: [() => {}, {}],
    };
    const problems = await problemsOf(parse({ ...MINIMAL, website_nam: 'x', extensions }));
    expect(problems.map(({ key, problem }) => `${key} ${problem}`)).toEqual([
      'website_nam is not a supported key',
      'extensions.resolver is not a supported key',
      'extensions.routeGenerator.routeName is missing',
      'extensions.resolvers.age is of type string',
      'extensions.constraints is an array',
      'extensions.urlGenerators.cdn is null',
      'extensions.formHandlers.store is of type string',
      'extensions.formSuccess[1] is of type object',
    ]);
  });

  test('report invalid form types', async () => {
    const definition = { name: 'ContactType', fields: [{ name: 'email' }] };
    const forms = [
      { definition, shown: () => ({}), isPrivate: true },
      definition,
      { definition: { ...definition, name: 'contact' } },
      { definition: { ...definition, fields: ['email'] }, shown: {}, isPrivate: 'yes', onSuccess: 1 },
      null,
    ];
    const problems = await problemsOf(parse({ ...MINIMAL, extensions: { forms, submissionCheck: true } }));
    expect(problems.map(({ key, problem }) => `${key} ${problem}`)).toEqual([
      'extensions.forms[1].definition is missing',
      'extensions.forms[2].definition.name is of type string',
      'extensions.forms[3].definition.fields is an array',
      'extensions.forms[3].shown is of type object',
      'extensions.forms[3].onSuccess is of type number',
      'extensions.forms[3].isPrivate is of type string',
      'extensions.forms[4] is null',
      'extensions.submissionCheck is of type boolean',
    ]);
    const [unlisted] = await problemsOf(parse({ ...MINIMAL, extensions: { forms: {} } }));
    expect(unlisted?.key).toBe('extensions.forms');
    const [single] = await problemsOf(parse({ ...MINIMAL, extensions: { formSuccess: () => {} } }));
    expect(single?.key).toBe('extensions.formSuccess');
  });

  test('that are not an object are refused', async () => {
    expect(await problemsOf(parse({ ...MINIMAL, extensions: 5 }))).toMatchObject([{ key: 'extensions' }]);
  });

  test('keep their state, because only the settings are frozen', async () => {
    class Generator {
      calls = 0;
      previewPath(): string {
        this.calls += 1;
        return '/';
      }
      routeName(): string {
        return 'name';
      }
    }
    const routeGenerator = new Generator();
    const config = await parse({ ...MINIMAL, extensions: { routeGenerator } });
    expect(config.extensions.routeGenerator).toBe(routeGenerator);
    expect(() => routeGenerator.previewPath()).not.toThrow();
    expect(Object.isFrozen(config.pagination)).toBe(true);
  });

  test('are the only settings that contain code', async () => {
    const source = { ...MINIMAL, user: { class_name: () => 'User' } };
    expect(await problemsOf(parse(source))).toMatchObject([
      { key: 'user', advice: expect.stringContaining('"extensions"') },
    ]);
  });

  test('are not allowed in a JSON file, and neither are features', async () => {
    const text = JSON.stringify({ ...MINIMAL, extensions: { resolvers: {} }, features: [] });
    const projectRoot = await folderWith({ 'cms.config.json': text });
    expect(await problemsOf(loadConfig({ projectRoot, env: {} }))).toMatchObject([
      { key: 'extensions', advice: expect.stringContaining('cms.config.ts') },
      { key: 'features', advice: expect.stringContaining('cms.config.ts') },
    ]);
  });
});

describe('a project', () => {
  test('has one configuration file', async () => {
    const projectRoot = await folderWith({ 'cms.config.json': JSON.stringify(MINIMAL), 'cms.config.ts': '' });
    expect(await problemsOf(loadConfig({ projectRoot, env: {} }))).toMatchObject([
      { key: 'cms.config.ts', problem: 'conflicts with cms.config.json' },
    ]);
  });
});

describe('defineConfig', () => {
  test('has types for the keys, their values and false', () => {
    expect(
      defineConfig({
        mercure: false,
        schedule: { scan_orphaned: false },
        user: { email_verification: false, emails: { welcome: false } },
        filesystems: { public: { driver: 'local', root: 'var/uploads' } },
        access_control: [{ path: '^/_/', roles: 'ROLE_ADMIN' }],
        extensions: { resolvers: { age: ({ values }, { now }) => now.getFullYear() - Number(values.born) } },
      }),
    ).toBeDefined();
    // @ts-expect-error A misspelt key is an error in the editor.
    defineConfig({ website_nam: 'Site' });
    // @ts-expect-error So is a value that is not among those that are allowed.
    defineConfig({ queue: 'redis' });
  });
});
