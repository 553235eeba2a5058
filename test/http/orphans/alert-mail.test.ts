import { afterEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { type AlertSite, startAlertSite } from './alert-support.js';

let site: AlertSite;
afterEach(() => site.close());

async function start(
  notify: Parameters<typeof startAlertSite>[0] = {},
  options: Parameters<typeof startAlertSite>[1] = {},
): Promise<TestApp> {
  site = await startAlertSite({ recipients: 'ops@example.com', ...notify }, options);
  return site.app;
}

describe('the mail about changed orphans', () => {
  test('lists the first thousand new ones, and counts the others', async () => {
    const { app: service, create } = await start();
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
    await site.scan();
    const [mail] = await site.mails();
    expect(mail?.text?.match(/component_(group|position)s\/[0-9a-f-]{36}/g)).toHaveLength(1000);
    expect(mail?.text).toContain('- and 2 more');
    expect(mail?.html).toContain('and 2 more');
  });

  test('omits the button if no origin is configured', async () => {
    const { create } = await start({}, { origin: null });
    await createBuilders({ create }).aGroup();
    await site.scan();
    const [mail] = await site.mails();
    expect(mail?.html).not.toContain('_cwa/orphaned');
  });

  test('shows names as they are written', async () => {
    const { create } = await start({}, { websiteName: 'Tom & "Co" <x>' });
    await createBuilders({ create }).aGroup();
    await site.scan();
    const [mail] = await site.mails();
    expect(mail?.subject).toBe('Orphaned resources changed on Tom & "Co" <x>');
    expect(mail?.text).toContain('The latest scan of Tom & "Co" <x> found:');
    expect(mail?.html).toContain('The latest scan of Tom &amp; &quot;Co&quot; &lt;x&gt; found:');
  });

  test.each([
    '/cms?tab=orphans#new',
    'cms?tab=orphans#new',
    '//cms?tab=orphans#new',
    '/\\\\cms?tab=orphans#new',
  ])('links to %s on the default origin and nowhere else', async (path) => {
    const { create } = await start({ admin_page_path: path });
    await createBuilders({ create }).aGroup();
    await site.scan();
    const [mail] = await site.mails();
    expect(mail?.text).toContain('https://www.example.com/cms?tab=orphans#new');
    expect(mail?.html).toContain('https://www.example.com/cms?tab&#x3D;orphans#new');
  });
});
