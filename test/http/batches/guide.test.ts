import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const GUIDE = new URL('../../../docs/how-to/batches.md', import.meta.url);

let app: TestApp;
let guide: string;
beforeAll(async () => {
  app = await startTestApp();
  guide = await readFile(GUIDE, 'utf8');
});
afterAll(() => app.close());

/** Returns the body of the request in the guide. */
const printedBody = (): string => /-d '(\{[^']+\})'/.exec(guide)?.[1] ?? '';

describe('docs/how-to/batches.md', () => {
  test('shows a batch that is rejected as shown if its title is empty', async () => {
    const body = printedBody().replace(
      '"body": {"title": "Summer"}',
      '"body": {"title": "", "publishedAt": "now"}',
    );
    const { status, body: refused } = await app.post('/_/batch', body, { as: 'admin' });
    const printed = JSON.parse(/```json\n(\{\n {2}"status": 422[\s\S]+?\n\})\n```/.exec(guide)?.[1] ?? '');
    expect([status, refused.detail, refused.operation]).toEqual([422, printed.detail, printed.operation]);
    expect(refused.violations).toMatchObject(printed.violations);
    const results = (all: readonly { id: string; status: number }[]) =>
      all.map(({ id, status: of }) => [id, of]);
    expect(results(refused.results).slice(0, printed.results.length)).toEqual(results(printed.results));
  });

  test('shows a batch that works as shown', async () => {
    const { status, body } = await app.post('/_/batch', printedBody(), { as: 'admin' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.results.map((one: { id: string; status: number }) => [one.id, one.status])).toEqual([
      ...['layout', 'page', 'group', 'title', 'place'].map((id) => [id, 201]),
      ['shown', 200],
    ]);
  });
});
