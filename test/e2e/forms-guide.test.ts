import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCms } from '../console/run-cms.js';
import { anInstalledProject, signIn, startSite, START_MS } from '../console/running-site.js';

const LD = 'application/ld+json';
const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Code of the guide that starts with this text, as a reader copies it. */
async function fromGuide(start: string): Promise<string> {
  const blocks = (await read('docs/how-to/forms.md')).split(/^```.*\n/m);
  const found = blocks.map((block) => block.split(/^```$/m)[0] ?? '').find((block) => block.includes(start));
  if (found === undefined) throw new Error(`The guide shows nothing with ${start}.`);
  return found;
}

/** An empty project with the booking form of the guide. */
async function aProject(): Promise<string> {
  const cwd = await anInstalledProject('initialised');
  await mkdir(join(cwd, 'schemas/forms'), { recursive: true });
  await writeFile(join(cwd, 'schemas/Booking.json'), await fromGuide('"title": "Booking"'));
  await writeFile(join(cwd, 'schemas/forms/BookingType.json'), await fromGuide('"name": "BookingType"'));
  await writeFile(join(cwd, 'closed-days.ts'), await fromGuide('export const closedDays'));
  const settings = await readFile(join(cwd, 'cms.config.json'), 'utf8');
  await rm(join(cwd, 'cms.config.json'));
  const config = `import { defineConfig } from 'cms-api-components';
import { closedDays } from './closed-days.js';

export default defineConfig({ ...${settings.replace(/"\$schema".*\n/, '')}, extensions: { formHandlers: { closedDays } } });
`;
  await writeFile(join(cwd, 'cms.config.ts'), config);
  return cwd;
}

describe('the forms guide in an empty project', () => {
  test(
    'stores submissions of anonymous users, shows them only to administrators, and retains them',
    { timeout: 2 * START_MS },
    async () => {
      const cwd = await aProject();
      const generated = await runCms(['generate'], { cwd });
      expect([generated.code, generated.stderr]).toEqual([0, expect.not.stringContaining('rror')]);
      const site = await startSite('dev', { cwd });
      onTestFinished(async () => void (await site.stop()));
      const cookie = await signIn(site.url);
      const origin = new URL(site.url).origin;
      const call = (path: string, init: { readonly body?: unknown; readonly as?: 'admin' } = {}) =>
        fetch(path.startsWith('/api/') ? origin + path : site.url + path, {
          method: init.body === undefined ? 'GET' : 'POST',
          headers: { 'content-type': LD, origin, ...(init.as === 'admin' ? { cookie } : {}) },
          ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
        });
      const made = await call('/component/forms', { body: { formType: 'BookingType' }, as: 'admin' });
      const form = ((await made.json()) as { '@id': string })['@id'];

      const booking = { guest: 'Ann', day: '2026-12-24', people: 4, terms: true };
      const sent = await call(`${form}/submit`, { body: { booking } });
      expect([sent.status, ((await sent.json()) as { '@type': string })['@type']]).toEqual([201, 'Form']);

      expect((await call('/record/bookings')).status).toBe(401);
      const stored = async () => {
        const { member } = (await (await call('/record/bookings', { as: 'admin' })).json()) as {
          member: readonly { '@id': string; guest: string; seats: number }[];
        };
        return member;
      };
      const [first, ...others] = await stored();
      expect([first, others]).toMatchObject([{ guest: 'Ann', seats: 4 }, []]);
      expect((await call(first?.['@id'] ?? '')).status).toBe(401);

      const scan = await runCms(['scan-orphaned', '--verbose'], { cwd });
      expect([scan.code, scan.stdout]).toEqual([0, expect.not.stringContaining('/record/')]);
      const all = await call('/_/orphaned_resources/delete', { body: { all: true }, as: 'admin' });
      expect([all.status, await all.text()]).toEqual([200, expect.not.stringContaining('/record/')]);
      expect(await stored()).toEqual([first]);
    },
  );

  test('refuses a form whose submissions anybody can read, and suggests a fix', async () => {
    const cwd = await aProject();
    const path = join(cwd, 'schemas/Booking.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"record"', '"component"'));
    const refused = await runCms(['generate'], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('schemas/forms/BookingType.json#/persist');
    expect(refused.stderr).toContain('Everyone could read the submissions');
    expect(refused.stderr).toContain('"x-security": { "collection": "is_granted(\'ROLE_ADMIN\')"');
  });
});
