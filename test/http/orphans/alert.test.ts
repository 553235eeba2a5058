import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../runtime/kernel/contract/json.js';
import { createBuilders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { runCommand } from '../../support/run-command.js';

const SENT = 'The report has changed: a notification was sent.';
const UNCHANGED = 'The report has not changed: no notification was sent.';
const FAILED = 'The report has changed, but the notification could not be sent. The error has been logged.';

let folder: string;
let app: TestApp | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-mails-'));
});
afterEach(async () => {
  await app?.close();
  await rm(folder, { recursive: true });
});

async function start(
  recipients: JsonValue,
  origin: string | null = 'https://www.example.com',
): Promise<TestApp> {
  const sample = { class_name: 'User', email_verification: false };
  app = await startTestApp({
    env: { MAILER_DSN: `file:${folder}` },
    config: {
      ...{ routable_security: null, route_security: [], website_name: 'Ours' },
      orphaned_resources: { notify: { recipients } },
      user: { ...sample, email_links: { default_origin: origin } },
    },
  });
  return app;
}

/** The lines of `cms scan-orphaned`. */
async function scan(...args: readonly string[]): Promise<readonly string[]> {
  return app === undefined ? [] : runCommand(app, 'scan-orphaned', args);
}

async function mails(): Promise<readonly Email[]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
}

describe('scan-orphaned', () => {
  test('prints counts, with --verbose the IRIs, and deletes nothing', async () => {
    const { get, create } = await start([]);
    expect(await scan()).toEqual(['Component groups: 0', 'Component positions: 0', 'Components: 0']);
    const group = await createBuilders({ create }).aGroup();
    expect(await scan('--verbose')).toEqual([
      'Component groups: 1',
      `  ${group['@id']}`,
      'Component positions: 0',
      'Components: 0',
    ]);
    expect((await get(group['@id'])).status).toBe(200);
  });

  test('ends with the types of the components and their numbers, the most first', async () => {
    const { create } = await start('ops@example.com');
    for (const path of ['/component/images', '/component/titles', '/component/titles'])
      await create(path, {});
    expect(await scan()).toEqual([
      ...['Component groups: 0', 'Component positions: 0', 'Components: 3', SENT, ''],
      ...['Type   Components', 'Title           2', 'Image           1'],
    ]);
  });

  test('tells the recipients once of each change, and of nothing before there is an orphan', async () => {
    const { create, delete: remove } = await start([
      '"Doe, Jane" <jane@example.com>, ops@example.com',
      null,
      ' ',
    ]);
    expect((await scan()).at(-1)).toBe(UNCHANGED);
    const { aGroup } = createBuilders({ create });
    const first = await aGroup();
    expect((await scan('--no-notify')).at(-1)).toBe('Components: 0');
    expect((await scan()).at(-1)).toBe(SENT);
    expect((await scan()).at(-1)).toBe(UNCHANGED);
    const second = await aGroup();
    await remove(first['@id'], { as: 'admin' });
    expect((await scan()).at(-1)).toBe(SENT);
    const all = await mails();
    expect(all.map(({ to }) => to?.[0]?.address).sort()).toEqual(
      ['jane@example.com', 'jane@example.com', 'ops@example.com', 'ops@example.com'].sort(),
    );
    expect(all.find(({ to }) => to?.[0]?.address === 'jane@example.com')?.to?.[0]?.name).toBe('Doe, Jane');
    const latest = all.filter(({ text }) => text?.includes(second['@id']));
    expect(latest).toHaveLength(2);
    const [mail] = latest;
    expect(mail?.subject).toBe('Orphaned resources changed on Ours');
    expect(mail?.text).toContain('Component groups: 1');
    expect(mail?.text).toContain('No longer orphaned: 1');
    expect(mail?.html).toContain('https://www.example.com/_cwa/orphaned');
    expect(mail?.text).not.toContain(first['@id']);
  });

  test('writes to nobody when one recipient is no address, and tells of the change when that is mended', async () => {
    const { create } = await start(['ops@example.com', 'Jane <jane>']);
    await createBuilders({ create }).aGroup();
    expect((await scan()).at(-1)).toBe(FAILED);
    expect((await scan()).at(-1)).toBe(FAILED);
    expect(await mails()).toEqual([]);
  });

  test('is the only one who tells: scans over HTTP and deletions send nothing, and it knows of what they saw', async () => {
    const { create, post } = await start('ops@example.com');
    const { aGroup } = createBuilders({ create });
    const [first, second] = [await aGroup(), await aGroup()];
    await post('/_/orphaned_resources/scan', undefined, { as: 'admin' });
    await post('/_/orphaned_resources/delete', { iris: [first['@id']] }, { as: 'admin' });
    expect(await mails()).toEqual([]);
    expect((await scan()).at(-1)).toBe(SENT);
    const [mail] = await mails();
    expect(mail?.text).toContain(second['@id']);
    expect(mail?.text).not.toContain(first['@id']);
  });

  test('lists the first thousand that are new, and counts the others', async () => {
    const { app: service, create } = await start('ops@example.com');
    const { database } = service;
    const group = (await createBuilders({ create }).aGroup())['@id'].split('/').at(-1) ?? '';
    const ids = Array.from({ length: 1001 }, () => crypto.randomUUID());
    await database.transaction(async (session) => {
      for (const id of ids)
        await session.run(
          `insert into ${session.table('component_position')} (id, component_group_id, sort_value, created_at, modified_at) values (:id, :group, 0, :now, :now)`,
          { id, group, now: session.dialect.encode('datetime', new Date()) },
        );
    });
    expect((await scan()).at(-1)).toBe(SENT);
    const [mail] = await mails();
    expect(mail?.text?.match(/component_(group|position)s\/[0-9a-f-]{36}/g)).toHaveLength(1000);
    expect(mail?.text).toContain('- and 2 more');
    expect(mail?.html).toContain('and 2 more');
  });

  test('leaves the button out where no origin is configured', async () => {
    const { create } = await start('ops@example.com', null);
    await createBuilders({ create }).aGroup();
    expect((await scan()).at(-1)).toBe(SENT);
    const [mail] = await mails();
    expect(mail?.html).not.toContain('_cwa/orphaned');
  });
});
