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
 * Never drawn: files and forms, accounts, routes and page data, `PUT`, dates in the future and expiry, operations of others at the
 * same time (`test/http/versions`), malformed batches (`batches.test.ts`), other types than titles, pages, groups, positions; more than
 * ten operations; versions that an operation of the same batch made. Never compared: the order within lists, what lists of types
 * show (a twin keeps what it did before a refusal), moments, ids, and of a tag more than its version.
 */
const admin = { as: 'admin' } as const;
const tables = projectTables(manifest.resources, manifest.user?.fields);

let app: TestApp;
let twin: TestApp;
beforeAll(async () => {
  [app, twin] = [await startTestApp(), await startTestApp()];
  // Signing in stores something.
  for (const each of [app, twin])
    for (const as of ['admin', 'superAdmin', 'user'] as const) await each.token(as);
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

const CALLERS = fc.constantFrom('admin', 'admin', 'admin', 'admin', 'superAdmin', 'user');

/** All that is stored, with what tells of writes. */
async function stored(): Promise<unknown> {
  const { database } = app.app;
  const rows = (table: string) => database.all(`select * from ${database.table(table)} order by 1, 2`);
  const beside = await Promise.all(['revision', 'revision_change', 'outbox_message'].map(rows));
  // The audit log notes who was refused.
  const kept = beside.map((all) => all.filter((row) => row['kind'] !== 'refusal'));
  return [await dumpContent(app.app, tables), JSON.stringify(kept)];
}

/** Whether a write was refused for a unique value alone. */
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

/** Answers, and what is shown of everything afterwards, by names. */
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
  test('is what its operations are one by one, or nothing at all', async () => {
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
          // A batch judges unique values at its end: a later operation may give the value up, or be refused before.
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
