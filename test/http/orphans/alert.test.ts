import { mkdir, rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createReportStore } from '../../../runtime/features/orphans/report-store.js';
import type { JsonValue } from '../../../runtime/kernel/contract/json.js';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { type AlertSite, startAlertSite } from './alert-support.js';

const SENT = 'The report has changed: a notification was sent.';
const UNCHANGED = 'The report has not changed: no notification was sent.';
const FAILED = 'The report has changed, but the notification could not be sent. The error has been logged.';

let site: AlertSite;
afterEach(() => site.close());

async function start(recipients: JsonValue): Promise<TestApp> {
  site = await startAlertSite({ recipients });
  return site.app;
}

const scan = (...args: readonly string[]) => site.scan(...args);
const mails = () => site.mails();

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

  test('prints component types and their counts at the end, most frequent first', async () => {
    const { create } = await start('ops@example.com');
    for (const path of ['/component/images', '/component/titles', '/component/titles'])
      await create(path, {});
    expect(await scan()).toEqual([
      ...['Component groups: 0', 'Component positions: 0', 'Components: 3', SENT, ''],
      ...['Type   Components', 'Title           2', 'Image           1'],
    ]);
  });

  test('notifies the recipients once of each change, and of nothing before there is an orphan', async () => {
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

  test('sends again after a failure: the report is saved, and the change remains one', async () => {
    const { create, get } = await start('ops@example.com');
    await createBuilders({ create }).aGroup();
    await rm(site.folder, { recursive: true });
    await writeFile(site.folder, 'no folder');
    expect((await scan()).at(-1)).toBe(FAILED);
    const { status, body } = await get('/_/orphaned_resources', { as: 'admin' });
    expect([status, body.componentGroups.length]).toEqual([200, 1]);
    expect((await scan()).at(-1)).toBe(FAILED);
    await rm(site.folder);
    await mkdir(site.folder);
    expect((await scan()).at(-1)).toBe(SENT);
    expect(await mails()).toHaveLength(1);
  });

  test('logs and stores no alerts without recipients', async () => {
    const { app: service, create } = await start([null, ' ']);
    await createBuilders({ create }).aGroup();
    expect((await scan()).at(-1)).toBe('Components: 0');
    expect(await createReportStore(service.database).alerted('resources')).toBeUndefined();
  });

  test('is the only source of alerts: scans over HTTP and deletions send nothing, and it includes their results', async () => {
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
});
