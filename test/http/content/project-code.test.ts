import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Extensions } from '../../../runtime/kernel/contract/features/extensions.js';
import type { CallbackConstraint } from '../../../runtime/kernel/contract/records/validation.js';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { manifest } from '../../golden/project-code/expected/manifest.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
const TEASERS = '/component/teasers';

const polite: CallbackConstraint = (value, { violations, path, message }) => {
  if (value === 'crash') throw new Error('a bug of the project');
  if (typeof value === 'string' && value.includes('damn')) {
    violations.add({ propertyPath: path, message, code: 'b1946ac9-2492-4d23-9a3d-000000000001' });
  }
};

const complete: CallbackConstraint = (_value, { violations, path, object, message }) => {
  if (object.headline == null || object.text == null)
    violations.add({ propertyPath: path, message, code: null });
};

const distinct: CallbackConstraint = (_value, { violations, path, object }) => {
  if (object.headline != null && object.headline === object.text)
    violations.add({ propertyPath: path, message: 'Say it once.', code: null });
};

const wordsOf = (text: unknown): number => String(text).split(/\s+/).length;
let scored = 0;

const extensions: Extensions = {
  constraints: { polite, complete, distinct },
  resolvers: {
    async wordCount({ values: { text } }) {
      if (text === 'throw') throw new Error('no words');
      // A value that a JavaScript project may return by mistake.
      if (text === 'date') return new Date() as never;
      if (text === 'null') return null;
      await Promise.resolve();
      return text == null ? undefined : wordsOf(text);
    },
    score(_record, { actor }) {
      scored += 1;
      return actor.roles.size;
    },
  },
};

const entries: LogEntry[] = [];
const failures = (): LogEntry[] => entries.filter(({ msg }) => msg.includes('resolver'));
let app: TestApp;

beforeAll(async () => {
  const log = { ...SILENT_LOGGER, error: (entry: LogEntry) => void entries.push(entry) };
  app = await startTestApp({
    manifest,
    extensions,
    log,
    config: { routable_security: null, route_security: [] },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  entries.length = 0;
  scored = 0;
});

async function publish(members: Record<string, string>): Promise<string> {
  const body = { headline: 'A', ...members, releasedAt: '2020-01-01T00:00:00+00:00' };
  return (await app.create(TEASERS, body))['@id'];
}

describe('a computed member with a resolver', () => {
  test('is part of items, lists and responses to writes', async () => {
    const created = await app.create(TEASERS, { text: 'three little words' });
    expect(created).toMatchObject({ wordCount: 3 });
    expect((await app.get(created['@id'], admin)).body.wordCount).toBe(3);
    const patched = await app.patch(created['@id'], { text: 'two words' }, admin);
    expect(patched.body.wordCount).toBe(2);
    const list = await app.get(TEASERS, admin);
    const member = list.body.member.find((one: Record<string, unknown>) => one['@id'] === created['@id']);
    expect(member.wordCount).toBe(2);
  });

  test('is omitted if it is null or undefined', async () => {
    expect(await app.create(TEASERS, {})).not.toHaveProperty('wordCount');
    expect(await app.create(TEASERS, { text: 'null' })).not.toHaveProperty('wordCount');
  });

  test('is never computed for callers who cannot read it', async () => {
    const iri = await publish({ text: 'read by all' });
    scored = 0;
    const anonymous = await app.get(iri);
    expect(anonymous.body).toMatchObject({ wordCount: 3 });
    expect(anonymous.body).not.toHaveProperty('internalScore');
    expect(scored).toBe(0);
    expect((await app.get(iri, admin)).body.internalScore).toBeGreaterThan(0);
  });

  test('is ignored in a body', async () => {
    const created = await app.create(TEASERS, { text: 'one two', wordCount: 99 });
    expect(created).toMatchObject({ wordCount: 2 });
  });

  test.each(['throw', 'date'])('is omitted and logged if its resolver fails (%s)', async (text) => {
    const iri = await publish({ text });
    entries.length = 0;
    const answer = await app.get(iri);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ headline: 'A' });
    expect(answer.body).not.toHaveProperty('wordCount');
    const id = iri.split('/').at(-1);
    expect(failures()).toMatchObject([{ type: 'Teaser', member: 'wordCount', id, err: expect.any(Error) }]);
  });

  test('that fails for many records of a list is logged once', async () => {
    await publish({ text: 'throw' });
    await publish({ text: 'throw' });
    entries.length = 0;
    expect((await app.get(TEASERS)).status).toBe(200);
    expect(failures()).toHaveLength(1);
  });

  test('adds no statement to a list', async () => {
    const count = async (): Promise<number> => {
      app.takeStatements();
      await app.get(`${TEASERS}?perPage=100`);
      return app.takeStatements().length;
    };
    const before = await count();
    await publish({ text: 'another' });
    expect(await count()).toBe(before);
  });
});

interface Entry {
  readonly propertyPath: string;
  readonly message: string;
  readonly payload?: unknown;
}

/** Returns path and message of every violation, in the order of the response. */
const violationsOf = (answer: { readonly body: { readonly violations: readonly Entry[] } }) =>
  answer.body.violations.map(({ propertyPath, message }) => [propertyPath, message]);

describe('a Callback constraint', () => {
  test('reports its violation with the message of the schema file, and nothing is stored', async () => {
    const before = (await app.get(TEASERS, admin)).body.totalItems;
    const answer = await app.post(TEASERS, { headline: 'damn' }, admin);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer)).toEqual([['headline', 'Be polite.']]);
    expect(answer.body.violations[0].code).toBe('b1946ac9-2492-4d23-9a3d-000000000001');
    expect((await app.get(TEASERS, admin)).body.totalItems).toBe(before);
  });

  test('reports entries of a list under their path, and class-level rules last', async () => {
    const links = [{ label: 'fine' }, { label: 'damn' }];
    const answer = await app.post(TEASERS, { headline: 'damn', text: 'damn', links }, admin);
    expect(violationsOf(answer)).toEqual([
      ['headline', 'Be polite.'],
      ['links[1].label', 'This value is not valid.'],
      ['', 'Say it once.'],
    ]);
  });

  test('of the publication group runs when publishing and in the soft validation of a draft', async () => {
    const draft = await app.post(TEASERS, { headline: 'A' }, admin);
    expect(draft.status).toBe(201);
    expect(draft.headers.get('valid-to-publish')).toBe('0');
    expect(draft.body._metadata.violations.violations).toMatchObject([
      { propertyPath: '', message: 'A teaser needs a headline and a text.' },
    ]);
    const published = await app.patch(draft.body['@id'], { releasedAt: '2020-01-01T00:00:00+00:00' }, admin);
    expect(published.status).toBe(422);
    expect(violationsOf(published)).toEqual([['', 'A teaser needs a headline and a text.']]);
    expect(published.body.violations[0].payload).toEqual({ severity: 'high' });
    const both = await app.patch(draft.body['@id'], { text: 'B' }, admin);
    expect(both.headers.get('valid-to-publish')).toBe('1');
  });

  test('of a user field is checked on users', async () => {
    const answer = await app.post(
      '/users',
      { username: 'nick', emailAddress: 'nick@example.com', plainPassword: 'long enough', nickname: 'damn' },
      { as: 'superAdmin' },
    );
    expect(answer.status).toBe(422);
    expect(violationsOf(answer)).toEqual([['nickname', 'This value is not valid.']]);
  });

  test('that fails stops the write and is logged', async () => {
    const before = (await app.get(TEASERS, admin)).body.totalItems;
    entries.length = 0;
    const answer = await app.post(TEASERS, { headline: 'crash' }, admin);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('a bug of the project');
    expect(entries).toMatchObject([{ err: { message: expect.stringContaining('"polite"') } }]);
    expect((await app.get(TEASERS, admin)).body.totalItems).toBe(before);
  });
});
