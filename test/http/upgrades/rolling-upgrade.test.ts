import { isDeepStrictEqual } from 'node:util';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { testDatabaseName } from '../../support/database.js';
import { judgeUpdates } from '../processes/updates.js';
import { subscribe } from '../realtime/support.js';
import { picture } from '../uploads/support.js';
import { type Load, startLoad } from './load.js';
import { openTwoReleases } from './two-releases.js';
import { createVisitor, type Visitor } from './visitor.js';

/** Rounds of the load in each phase; `.ci/nightly` has more. */
const ROUNDS = Number(process.env.UPGRADE_ROUNDS ?? 2);
/** Maximum age of a response. */
const FRESH_MS = 1000;
/** Documents that the load does not change: `/team` gets drafts, and the page of `/about` is edited. */
const STILL = [
  '/api/_/resource_manifest//about',
  ...['/', '/contact', '/members', '/news'].flatMap((path) => [
    `/api/_/routes/${path}`,
    `/api/_/resource_manifest/${path}`,
  ]),
  ...['titles', 'html_contents', 'navigation_links'].map((type) => `/api/component/${type}?perPage=100`),
  '/api/_/layouts',
  '/api/page_data/news_datas',
];

describe('a release next to the previous one, on one database', () => {
  test(
    'is migrated to, started and switched to under load: nothing is rejected, lost, split, stale or repeated',
    { timeout: 120_000 * (ROUNDS + 5) },
    async () => {
      const { before, proxy, hub, mails, install } = await openTwoReleases();
      const after = await install();
      const status = await after.run('migrate:status');
      expect(status.stdout).toContain('pending');
      // A change that requires a stop is announced in the changelog, and makes this a test of two stops.
      expect(status.stdout).not.toContain('Stop processes of the previous release');
      expect(status.stdout).toContain('do not support Banner: create no records until they have stopped');
      const previous = await before.serve();
      proxy.lead([portOf(previous.url)]);
      const [anybody, admin] = [createVisitor(proxy.origin), createVisitor(proxy.origin)];
      await admin.signIn('admin', 'admin');
      const draft = await draftATitle(admin);
      const updates = await subscribe(hub.url);
      onTestFinished(() => updates.close());
      const load = startLoad({
        ...{ origin: proxy.origin, admin, picture: await picture(60, 40) },
        page: await find(admin, '/api/_/pages', { reference: 'about' }),
        member: await find(admin, '/api/component/team_members', { name: 'Ida Berg' }),
        form: await find(admin, '/api/component/forms', { formType: 'ContactType' }),
        layout: await find(admin, '/api/_/layouts', { reference: 'main' }),
      });
      onTestFinished(load.stop);
      await load.rounds(ROUNDS);

      await after.run('migrate:run');
      await load.rounds(ROUNDS);

      const latter = await after.serve();
      await expectSame(previous.url, latter.url, { anybody, admin });
      proxy.lead([portOf(previous.url), portOf(latter.url)]);
      await load.rounds(ROUNDS);
      // Each accepts the session that the other one began.
      const signedIn = createVisitor(latter.url);
      await signedIn.signIn('admin', 'admin');
      expect(await signedIn.at(previous.url).send('/api/me')).toMatchObject({ status: 200 });
      expect(await admin.at(previous.url).send(draft)).toMatchObject({ status: 200 });
      // Either release may take the message: the previous one does not know the type and leaves it to the new
      // one.
      const banner = { method: 'POST', body: { text: 'New' } };
      const { body: made } = await admin.at(latter.url).send('/api/component/banners', banner);

      proxy.lead([portOf(latter.url)]);
      expect(await previous.stop()).toBe(0);
      await load.rounds(ROUNDS);
      await load.stop();

      expect(load.wrong).toEqual([]);
      expect(await admin.send(draft)).toMatchObject({ status: 200, body: { title: 'A draft' } });
      await expectAllThere(load, { anybody, admin });
      await expect.poll(() => mailed(mails)).toEqual([...load.submitted].sort());
      const stored = Object.fromEntries(load.records.map(({ iri }) => [iri, load.ledger.last(iri)]));
      const member = (iri: string): string => load.records.find((each) => each.iri === iri)?.member ?? '';
      const evaluate = () =>
        judgeUpdates(
          updates.events,
          load.records.map(({ iri }) => iri),
          member,
        );
      await expect.poll(() => Object.fromEntries(evaluate().last)).toEqual(stored);
      expect(evaluate()).toMatchObject({ repeated: 0, disordered: [] });
      await expect
        .poll(() =>
          updates.events.filter(({ data }) => data['@id'] === made['@id']).map(({ data }) => data['text']),
        )
        .toEqual(['New']);
      expect(Math.max(...load.ages)).toBeLessThan(FRESH_MS);
      expect(await after.run('doctor')).toMatchObject({ code: 0 });
      const dead = await after.run('outbox', '--dead', '--json');
      expect(JSON.parse(dead.stdout)).toEqual({ deadLetters: [] });
      for (const site of [previous, latter])
        expect(site.output()).not.toMatch(/"level":"?(?:50|60|error|fatal)/);
      process.stdout.write(`${figures(load, evaluate().count)}\n`);
    },
  );
});

const portOf = (url: string): number => Number(new URL(url).port);

/** Returns the address of the only item of a list with these members. */
async function find(admin: Visitor, path: string, wanted: JsonObject): Promise<string> {
  const { body } = await admin.send(`${path}?perPage=100`);
  const items = body['member'] as readonly JsonObject[]; // the response is a list, as the contract defines it
  const found = items.filter((item) => Object.entries(wanted).every(([name, value]) => item[name] === value));
  expect(found).toHaveLength(1);
  return String(found[0]?.['@id']);
}

/** Creates a draft of a published title, which the load does not change. */
async function draftATitle(admin: Visitor): Promise<string> {
  const title = await find(admin, '/api/component/titles', { title: 'About us' });
  const { body } = await admin.send(title, { method: 'PATCH', body: { title: 'A draft' } });
  expect(body['@id']).not.toBe(title);
  return String(body['@id']);
}

/** Expects equal responses of both releases, for everyone and for callers who see drafts. */
async function expectSame(
  previous: string,
  latter: string,
  visitors: Readonly<Record<'anybody' | 'admin', Visitor>>,
): Promise<void> {
  for (const path of STILL)
    for (const visitor of Object.values(visitors)) {
      const ask = (url: string) => visitor.at(url).send(path);
      let [before, answer, behind] = [await ask(previous), await ask(latter), await ask(previous)];
      // The load may change a list between two reads.
      while (!isDeepStrictEqual(before.body, behind.body))
        [before, answer, behind] = [behind, await ask(latter), await ask(previous)];
      expect([path, answer.status, answer.body]).toEqual([path, before.status, before.body]);
    }
}

/** Expects every acknowledged write to be stored. */
async function expectAllThere(
  { records, ledger, submitted, routed, files }: Load,
  { anybody, admin }: Readonly<Record<'anybody' | 'admin', Visitor>>,
): Promise<void> {
  for (const { iri, member } of records)
    expect((await anybody.send(iri)).body[member]).toBe(String(ledger.last(iri)));
  const names: string[] = [];
  for (let page = 1; names.length < submitted.length; page += 1) {
    const { body } = await admin.send(`/api/record/contact_messages?perPage=100&page=${page}`);
    const messages = body['member'] as readonly JsonObject[]; // the response is a list, as the contract defines it
    if (messages.length === 0) break;
    names.push(...messages.map(({ name }) => String(name)));
  }
  expect(names.sort()).toEqual([...submitted].sort());
  for (const path of routed) {
    const { body } = await admin.send(`/api/_/routes/${path}`);
    expect(body).toMatchObject({ redirectPath: `${path}/moved` });
  }
  for (const file of files) expect([file, (await fetch(file)).status]).toEqual([file, 200]);
}

/** Returns the names in mails that were sent for submissions. */
async function mailed(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.flatMap((mail) => /^Subject: Message from (.*?)\r?$/m.exec(mail)?.[1] ?? []).sort();
}

/** Returns one line with the results. */
function figures({ requests, ledger, ages, submitted, routed, files }: Load, updates: number): string {
  return [
    `upgrade (${testDatabaseName()}): ${requests} requests, 0 refused`,
    `${ledger.writes} records written, ${submitted.length} submissions, ${routed.length} routes, ${files.length} files, 0 lost`,
    `${updates} updates, 0 repeated`,
    `age of answers at worst ${Math.round(Math.max(...ages))} ms`,
  ].join('; ');
}
