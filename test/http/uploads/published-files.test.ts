import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../support/test-client.js';
import { posterManifest, TOO_LONG, TOO_NARROW } from './poster.js';
import type { UploadsApp } from './support.js';
import { dataUri, form, picture, startUploadsApp } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const POSTERS = '/component/posters';
const SHORT = 'data:text/plain,short';
const LONG = `data:text/plain,${'long '.repeat(10)}`;
const PAST = { publishedAt: '2020-01-01T00:00:00Z' };
const FUTURE = { publishedAt: '2999-01-01T00:00:00Z' };
const admin = { as: 'admin' } as const;

let app: UploadsApp;
let narrow: string;
let wide: string;
beforeAll(async () => {
  app = await startUploadsApp({ manifest: posterManifest });
  narrow = dataUri('image/png', await picture(40, 40));
  wide = dataUri('image/png', await picture(140, 40));
});
afterAll(() => app.close());

interface Notified {
  readonly propertyPath: string;
  readonly message: string;
}
const notified = (violations: readonly Notified[]): [path: string, message: string][] =>
  violations.map(({ propertyPath, message }) => [propertyPath, message]);
/** Returns the violations of an error, or of an item's soft validation. */
const violationsOf = ({ status, body }: TestResponse): [string, string][] =>
  notified(status === 422 ? body.violations : (body._metadata.violations?.violations ?? []));
const header = ({ headers }: TestResponse): string | null => headers.get('valid-to-publish');

async function forgetInfo(): Promise<void> {
  const { database } = app.app;
  await app.app.get(UPLOADS).whenIdle();
  await database.transaction((session) =>
    session.run(`delete from ${database.table('imagine_cached_file_metadata')}`),
  );
}

describe('a file constraint in a publication group', () => {
  test('accepts the file for a draft, and reports that it cannot be published', async () => {
    const created = await app.post(POSTERS, { headline: 'A', picture: narrow, terms: LONG }, admin);
    expect(created.status, created.text).toBe(201);
    const want = [
      ['picture', TOO_NARROW],
      ['terms', TOO_LONG],
    ];
    expect([header(created), violationsOf(created)]).toEqual(['0', want]);
    const read = await app.get(created.body['@id'], admin);
    expect([header(read), violationsOf(read)]).toEqual(['0', want]);
    expect(read.body._metadata.violations).toEqual(created.body._metadata.violations);
  });

  test.each<[string, string, object]>([
    ['created as published', '', PAST],
    ['scheduled', '', FUTURE],
    ['validated as if published', '?validate_published=true', {}],
  ])('validates a sent file if the item is %s', async (_name, query, date) => {
    const before = await app.files('public', 'variants');
    const refused = await app.post(
      POSTERS + query,
      { headline: 'A', picture: narrow, terms: LONG, ...date },
      admin,
    );
    expect(refused.status).toBe(422);
    expect(violationsOf(refused)).toEqual([
      ['picture', TOO_NARROW],
      ['terms', TOO_LONG],
    ]);
    expect(await app.files('public', 'variants')).toEqual(before);
    const accepted = await app.post(
      POSTERS + query,
      { headline: 'A', picture: wide, terms: SHORT, ...date },
      admin,
    );
    expect([accepted.status, header(accepted)]).toEqual([201, '1']);
  });

  test('validates the stored file when the item is published, with or without its info row', async () => {
    const draft = await app.create(POSTERS, { headline: 'A', picture: narrow, terms: SHORT });
    for (const forget of [() => Promise.resolve(), forgetInfo]) {
      await forget();
      const refused = await app.patch(draft['@id'], PAST, admin);
      expect([refused.status, violationsOf(refused)]).toEqual([422, [['picture', TOO_NARROW]]]);
    }
    const replaced = await app.patch(draft['@id'], { picture: wide, ...PAST }, admin);
    expect([replaced.status, header(replaced)]).toEqual([200, '1']);
    expect(replaced.body._metadata.publishable.published).toBe(true);
  });

  test('validates files of a form by the validation groups of their item', async () => {
    const draft = await app.upload(`${POSTERS}/upload`, form({ terms: ['short', 'much-too-long.txt'] }));
    expect(draft.status, draft.text).toBe(201);
    const live = await app.create(POSTERS, { headline: 'A', terms: SHORT, ...PAST });
    const path = `${live['@id']}/upload`;
    const named = await app.upload(`${path}?published=true`, form({ terms: ['short', 'much-too-long.txt'] }));
    expect(named.status).toBe(422);
    expect(violationsOf(named)).toEqual([
      ['terms', 'The filename is too long. It should have 12 characters or less.'],
    ]);
    expect((await app.upload(path, form({ terms: ['long '.repeat(10), 'a.txt'] }))).status).toBe(201);
    const shown = await app.get(live['@id'], admin);
    expect([header(shown), violationsOf(shown)]).toEqual(['0', [['terms', TOO_LONG]]]);
    expect(header(await app.get(`${live['@id']}?published=true`, admin))).toBe('1');
  });

  test('reports only a required violation for a deleted file', async () => {
    const draft = await app.create(POSTERS, { headline: 'A', picture: narrow, terms: LONG });
    const refused = await app.patch(draft['@id'], { picture: null, terms: null, ...PAST }, admin);
    expect(violationsOf(refused)).toEqual([
      ['terms', 'A file must be uploaded for the `terms` field before publishing.'],
    ]);
  });

  test('costs a fixed number of statements', async () => {
    const draft = await app.create(POSTERS, { headline: 'A', picture: wide, terms: SHORT });
    await app.get(POSTERS, admin);
    await app.app.get(UPLOADS).whenIdle(); // describes files whose info rows other tests have deleted
    const count = async (work: () => Promise<unknown>): Promise<number> => {
      app.takeStatements();
      await work();
      return app.takeStatements().filter((sql) => sql.includes('imagine_cached_file_metadata')).length;
    };
    // One for the media objects and one for the rules.
    expect(await count(() => app.get(draft['@id'], admin))).toBe(2);
    expect(await count(() => app.get(draft['@id']))).toBe(0);
    expect(await count(() => app.get(POSTERS, admin))).toBe(1);
    // Before the transaction, in it, and for the media objects of the response.
    expect(await count(() => app.patch(draft['@id'], PAST, admin))).toBe(3);
  });
});

const STATE = fc.record({
  headline: fc.constantFrom('', 'A'),
  picture: fc.constantFrom('none', 'narrow', 'wide'),
  terms: fc.constantFrom('none', SHORT, LONG),
  slug: fc.constantFrom(null, 'one', 'two'),
  edit: fc.record({ headline: fc.constantFrom('', 'B'), terms: fc.constantFrom('none', LONG) }),
  isPublished: fc.boolean(),
  isForgotten: fc.boolean(),
});

type State = typeof STATE extends fc.Arbitrary<infer Value> ? Value : never;

/** A published poster with a draft that can be published, or not. */
const example = (headline: State['edit']['headline']): [State] => [
  {
    headline: 'A',
    picture: 'wide',
    terms: SHORT,
    slug: null,
    edit: { headline, terms: 'none' },
    isPublished: true,
    isForgotten: true,
  },
];

describe('the soft validation', () => {
  test('returns 0 exactly if a hard validation of the same state fails', { timeout: 120_000 }, async () => {
    const pictures: Record<string, string> = { narrow, wide };
    const answers = new Set<string>();
    await fc.assert(
      fc.asyncProperty(STATE, async ({ headline, slug, edit, isPublished, isForgotten, ...files }) => {
        const created = await app.post(
          POSTERS,
          {
            headline,
            slug,
            ...(files.picture === 'none' ? {} : { picture: pictures[files.picture] }),
            ...(files.terms === 'none' ? {} : { terms: files.terms }),
          },
          admin,
        );
        if (created.status === 422) return; // a slug that another poster has
        const iri = created.body['@id'];
        if (isPublished && (await app.patch(iri, PAST, admin)).status === 200) {
          const { terms } = edit;
          await app.patch(iri, { headline: edit.headline, ...(terms === 'none' ? {} : { terms }) }, admin);
        }
        if (isForgotten) await forgetInfo();
        for (const which of ['', 'published=true&']) {
          const soft = await app.get(`${iri}?${which}`, admin);
          if (soft.status === 404) continue;
          const hard = await app.patch(`${iri}?${which}validate_published=true`, {}, admin);
          expect(hard.status).toBe(header(soft) === '0' ? 422 : 200);
          expect(violationsOf(hard)).toEqual(violationsOf(soft));
          answers.add(`${header(soft)} ${which}`);
        }
        await app.delete(iri, admin);
        await app.delete(iri, admin);
      }),
      {
        numRuns: 40,
        examples: [example(''), example('B')],
      },
    );
    expect([...answers].sort()).toEqual(['0 ', '1 ', '1 published=true&']);
  });
});
