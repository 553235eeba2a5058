import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../support/run-command.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

/** Returns the numbers at the start of the rows of a table. */
const numbersIn = (lines: readonly string[]): readonly number[] =>
  lines.slice(1).map((line) => Number.parseInt(line, 10));

test('cms history prints the newest revisions of the site, and those of one record', async () => {
  const page = await content.page();
  await app.patch(page, { title: 'Later' }, { ...admin, headers: { 'X-Reason': 'A new title' } });
  await content.group();
  const all = await runCommand(app, 'history');
  const [heading, newest, ...ofPage] = await runCommand(app, 'history', [page]);
  expect(heading).toMatch(/Revision .*Time .*Author .*Reason .*Changes/);
  expect(newest).toContain('A new title');
  expect(ofPage).toHaveLength(1);
  expect(numbersIn(all)).toEqual(expect.arrayContaining([...numbersIn(['', newest ?? '', ...ofPage])]));
  expect(numbersIn(all)[0]).toBeGreaterThan(Number.parseInt(newest ?? '', 10));
});

test('cms history:undo undoes the revision that cms history has printed, including cascaded changes', async () => {
  const component = await content.article();
  const position = await content.position({ component });
  expect((await app.delete(component, admin)).status).toBe(204);
  const [number = 0] = numbersIn(await runCommand(app, 'history'));
  const lines = await runCommand(app, 'history:undo', [String(number)]);
  expect(lines).toEqual(expect.arrayContaining([component, position]));
  for (const iri of [component, position]) expect((await app.get(iri, admin)).status).toBe(200);
});

test('cms history:undo rejects what has changed since', async () => {
  const page = await content.page();
  await app.patch(page, { title: 'One' }, admin);
  const [number = 0] = numbersIn(await runCommand(app, 'history'));
  await app.patch(page, { title: 'Two' }, admin);
  await expect(runCommand(app, 'history:undo', [String(number)])).rejects.toThrow(/changed since/);
  expect((await app.get(page, admin)).body.title).toBe('Two');
});
