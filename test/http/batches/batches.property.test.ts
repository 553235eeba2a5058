import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest } from '../../../generated/manifest.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { VIOLATION_CODES } from '../../../runtime/kernel/contract/records/violation-codes.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import { propertyRuns } from '../../support/property-runs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { dumpContent } from '../unit-of-work/dump-content.js';
import { createNaming, headersOf, sendOneByOne, type Answer } from './one-by-one.js';
import { aBatch, aSite, newWord, operationsOn, type Operation, type Site } from './random-batches.js';

/**
 * Not generated: files and forms, accounts, routes and page data, `PUT`, future dates and expiry,
 * concurrent operations (`test/http/versions`), malformed batches (`batches.test.ts`).
 * Also not generated: types other than titles, pages, groups and positions, more than ten operations,
 * and versions created in the same batch.
 * Not compared: list order, lists of types (a twin keeps what it stored before a rejection), times, ids,
 * and the rest of a tag after its version.
 */
const admin = { as: 'admin' } as const;
const tables = projectTables(manifest.resources, manifest.user?.fields);

let app: TestApp;
let twin: TestApp;
beforeAll(async () => {
  [app, twin] = [await startTestApp(), await startTestApp()];
  // Signing in stores rows.
  for (const each of [app, twin])
    for (const as of ['admin', 'superAdmin', 'user'] as const) await each.token(as);
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

const CALLERS = fc.constantFrom('admin', 'admin', 'admin', 'admin', 'superAdmin', 'user');

/** Returns all stored rows, including those that announce writes. */
async function stored(): Promise<unknown> {
  const { database } = app.app;
  const rows = (table: string) => database.all(`select * from ${database.table(table)} order by 1, 2`);
  const beside = await Promise.all(['revision', 'revision_change', 'outbox_message'].map(rows));
  // The audit log records rejected requests.
  const kept = beside.map((all) => all.filter((row) => row['kind'] !== 'refusal'));
  return [await dumpContent(app.app, tables), JSON.stringify(kept)];
}

/** Whether a write was rejected only because of a unique value. */
const isClash = ({ status, body }: Answer): boolean => {
  const { violations } = (body ?? {}) as {
    readonly violations?: readonly { readonly code: string | null }[];
  };
  return status === 422 && violations?.every(({ code }) => code === VIOLATION_CODES.unique) === true;
};

const irisOf = ({ titles, groups, pages, positions, layout }: Site): readonly string[] => [
  ...titles,
  ...groups,
  ...pages,
  ...positions,
  layout,
];

/** Returns responses and the state of all resources afterwards, with names instead of ids. */
async function comparable(
  target: TestApp,
  site: Site,
  notified: { readonly operations: readonly Operation[]; readonly answers: readonly Answer[] },
): Promise<unknown> {
  const { add, plain } = createNaming(irisOf(site));
  const made: string[] = [];
  for (const [index, { headers, body }] of notified.answers.entries()) {
    const iri = headers.location ?? (body as JsonObject | undefined)?.['@id'];
    add(iri, `of ${index}`);
    if (typeof iri === 'string' && notified.operations[index]?.method !== 'GET') made.push(iri);
  }
  const shown = [];
  for (const iri of [...irisOf(site), ...made]) {
    const { status, body } = await target.get(iri, admin);
    shown.push([status, plain(body)]);
  }
  return { answers: notified.answers.map(plain), shown };
}

describe('a batch', () => {
  test('has the result of its operations one by one, or no effect', async () => {
    const seen = { stored: 0, refused: 0, later: 0, reads: 0 };
    await fc.assert(
      fc.asyncProperty(aBatch, CALLERS, async (sketches, as) => {
        const word = newWord();
        const [site, other] = [await aSite(app, word), await aSite(twin, word)];
        const operations = operationsOn(site, sketches);
        const expected = await sendOneByOne(twin, operationsOn(other, sketches), as);
        const before = await stored();
        const { status, body, text } = await app.post('/_/batch', { operations }, { as });
        const results = body.results as readonly (Answer & { readonly id: string })[];
        expect(
          results?.map(({ id }) => id),
          text,
        ).toEqual(operations.map(({ id }) => id));

        const writes = operations.some(({ method }) => method !== 'GET');
        const last = expected.length - 1;
        const refusal = writes ? expected.find((answer) => answer.status >= 400) : undefined;
        if (refusal !== undefined && isClash(refusal)) {
          // A batch validates unique values at its end: a later operation may release the value, or be
          // rejected earlier.
          if (status !== 200) {
            expect([status >= 400, body.operation >= last], text).toEqual([true, true]);
            expect(await stored()).toEqual(before);
          }
          return;
        }
        if (refusal !== undefined) {
          expect([status, body.operation], text).toEqual([refusal.status, last]);
          const statuses = operations.map((_one, index) => (index === last ? refusal.status : 424));
          expect(results.map((result) => result.status)).toEqual(statuses);
          expect(await stored()).toEqual(before);
          seen.refused += 1;
          seen.later += last > 0 ? 1 : 0;
          return;
        }
        expect(status, text).toBe(200);
        const answers = results.map((result) => ({
          status: result.status,
          headers: headersOf(Object.entries(result.headers)),
          body: result.body,
        }));
        expect(await comparable(app, site, { operations, answers })).toEqual(
          await comparable(twin, other, { operations, answers: expected }),
        );
        if (!writes) expect(await stored()).toEqual(before);
        seen[writes ? 'stored' : 'reads'] += 1;
      }),
      { numRuns: propertyRuns(60), endOnFailure: true },
    );
    expect(
      Object.values(seen).every((count) => count > 0 || propertyRuns(60) < 15),
      JSON.stringify(seen),
    ).toBe(true);
  });
});
