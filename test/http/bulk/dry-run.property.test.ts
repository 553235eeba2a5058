import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupBy } from '../../../runtime/kernel/util/group-by.js';
import { propertyRuns } from '../../support/property-runs.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { bulkManifest as manifest } from './bulk-manifest.js';
import { aClock, filesOf, rowsOf, run } from './support.js';

const admin = { as: 'admin' } as const;
let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ manifest, clock: aClock() });
  for (const code of ['stored', 'other']) {
    const body = { name: code, code, amount: 1 };
    expect((await app.post('/component/specimens', body, admin)).status).toBe(201);
  }
});
afterAll(() => app.close());

const key = fc.constantFrom('a', 'b', 'c', 'd');
const date = fc.constantFrom(undefined, '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z');

/** A heading; published ones require a title. */
const title = fc
  .record({ '@key': key, title: fc.constantFrom('', 'One', 'Two', null), publishedAt: date })
  .map((line) => ({ file: 'Title.jsonl', line }));

/** One field of every kind: required, unique, unique together, limited, related. */
const specimen = fc
  .record(
    {
      '@key': key,
      name: fc.constantFrom('a', 'b', 'stored', '', null, 'x'.repeat(60)),
      code: fc.constantFrom(null, 'one', 'two', 'stored'),
      amount: fc.constantFrom(null, 1, 2, 3_000_000_000, 'many'),
      level: fc.constantFrom('low', 'high', 'none'),
      day: fc.constantFrom(null, '2024-02-29', '2023-02-29'),
      friend: fc.constantFrom(null, 'w', 'gone'),
    },
    { requiredKeys: ['@key', 'name'] },
  )
  .map((line) => ({ file: 'Specimen.jsonl', line }));

const widget = fc
  .record({ '@key': fc.constantFrom('w', 'v'), label: fc.constantFrom('W', 7) }, { requiredKeys: ['@key'] })
  .map((line) => ({ file: 'Widget.jsonl', line }));

/** Routes without a target, to each other, and in cycles. */
const route = fc
  .record(
    {
      '@key': key,
      path: fc.constantFrom('/one', '/two', '/', 'no/../path'),
      name: fc.constantFrom('one', 'two'),
      redirect: fc.constantFrom(null, 'a', 'b'),
    },
    { requiredKeys: ['@key', 'path'] },
  )
  .map((line) => ({ file: 'Route.jsonl', line }));

const lines = fc.array(fc.oneof(title, specimen, widget, route), { minLength: 1, maxLength: 6 });

// Not generated: files of other programs, which become such lines (test/http/bulk/wordpress.test.ts).
// Also not generated: uploaded files and deleted records (test/http/bulk/exchanges.test.ts), and two imports
// at once.
test('cms import --dry-run fails if and only if the import does, for the same reasons, and stores nothing', async () => {
  const seen = { stored: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(lines, async (drawn) => {
      const files = groupBy<string, (typeof drawn)[number], object>(
        drawn,
        ({ file }) => file,
        ({ line }) => line,
      );
      const folder = await filesOf(Object.fromEntries(files));
      const before = await rowsOf(app);
      const dry = await run(app, 'import', folder, '--source', 's', '--dry-run');
      expect(await rowsOf(app)).toEqual(before);
      const real = await run(app, 'import', folder, '--source', 's');
      expect(dry.code).toBe(real.code);
      expect(dry.printed.filter((line) => line.includes(' created, '))).toEqual(
        real.printed.filter((line) => line.includes(' created, ')),
      );
      if (real.code === 0) expect(dry.errors).toEqual(real.errors);
      else {
        expect(dry.errors.slice(0, -1)).toEqual(real.errors.slice(0, -1));
        expect(await rowsOf(app)).toEqual(before);
      }
      seen[real.code === 0 ? 'stored' : 'refused'] += 1;
    }),
    {
      numRuns: propertyRuns(30),
      examples: [
        [[{ file: 'Widget.jsonl', line: { '@key': 'w', label: 'W' } }]],
        [[{ file: 'Widget.jsonl', line: { '@key': 'w', label: 7 } }]],
      ],
    },
  );
  expect(Math.min(seen.stored, seen.refused)).toBeGreaterThan(0);
});
