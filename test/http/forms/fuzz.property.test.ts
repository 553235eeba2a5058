import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../support/test-client.js';
import { testTypes } from '../../support/test-types.js';
import { ADDRESS, EVERYTHING, inner, name, scalar, value, values } from './everything-form.js';
import { startFormsApp, type FormsApp } from './support.js';

let app: FormsApp;
let form: string;
beforeAll(async () => {
  const forms = [EVERYTHING, ADDRESS].map((definition) => ({ definition }));
  app = await startFormsApp({
    manifest: { ...testTypes, forms },
    extensions: {
      constraints: {
        short(value, { violations, path, message }) {
          if (String(value).length > 3) violations.add({ propertyPath: path, message, code: null });
        },
      },
    },
  });
  form = await app.aForm('EverythingType');
});
afterAll(() => app.close());

const body = fc.oneof(
  { weight: 9, arbitrary: values.map((everything) => ({ everything })) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('everything', 'other', 'toString'), value) },
);

/** A part of a multipart body: text or a file, with any kind of name. */
const part = fc.record({
  path: fc
    .oneof(
      { weight: 9, arbitrary: fc.tuple(name, fc.array(fc.oneof(inner, fc.constant('')), { maxLength: 3 })) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('x][', '[', ']'), fc.constant([])) },
    )
    .map(([first, others]) => `everything[${first}]${others.map((key) => `[${key}]`).join('')}`),
  content: fc.oneof(
    scalar.map(String),
    fc.uint8Array({ maxLength: 2000 }).map((bytes) => new File([bytes], 'a "file" \u00e9.png')),
  ),
});

const RUNS = { numRuns: 80 };

const NO_ROOT = 'Form object key could not be found. Expected: "everything":';

/** Returns the status, and for problems which one it is. */
function expectForm(answer: TestResponse, success: number): number | string {
  const { status, body: document, text, headers } = answer;
  if (headers.get('content-type')?.startsWith('application/problem+json') === true) {
    // Text that cannot be stored and conflicting part names are not submissions.
    if (status !== 400) expect([status, document.detail]).toEqual([422, expect.stringContaining(NO_ROOT)]);
    return status === 400 ? status : 'no root key';
  }
  expect([success, 422], text.slice(0, 300)).toContain(status);
  expect(document).toMatchObject({ '@id': form, '@type': 'Form', formType: 'EverythingType' });
  expect(document.formView.vars).toMatchObject({
    ...{ submitted: true, valid: status === success, name: 'everything' },
  });
  return status;
}

async function storedRows(): Promise<unknown> {
  const { database } = app.app;
  return database.transaction((session) => session.all(`select * from ${database.table('form')}`, {}));
}

describe('random input for a form with fields of every type', () => {
  const stored = async () => [(await app.get(form)).body, await storedRows(), await app.leftFiles()];

  test.each([
    ['PATCH', 200, () => app.patch, [200, 422, 'no root key']],
    ['POST', 201, () => app.post, [422, 'no root key']],
  ] as const)('a JSON %s returns the form and stores nothing', async (...row) => {
    const [, success, send, kinds] = row;
    const before = await stored();
    const seen = new Set<number | string>();
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        seen.add(expectForm(await send()(`${form}/submit`, sent, { as: 'user' }), success));
      }),
      RUNS,
    );
    expect([...seen]).toEqual(expect.arrayContaining([...kinds]));
    expect(await stored()).toEqual(before);
  });

  test('a multipart POST returns the form and stores nothing', async () => {
    const before = await stored();
    const token = await app.token('user');
    const seen = new Set<number | string>();
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const data = new FormData();
        for (const { path, content } of parts) data.append(path, content);
        seen.add(expectForm(await app.postParts(`${form}/submit`, data, token), 201));
      }),
      RUNS,
    );
    expect([...seen]).toEqual(expect.arrayContaining([422, 'no root key']));
    expect(await stored()).toEqual(before);
  });
});
