import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { testDatabaseName } from '../../support/database.js';
import { createSite } from '../routes/site.js';
import { startBreakableApp, type BreakableApp } from './breakable-database.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';

const PASSWORD = 'correct horse battery';

let failures: LogEntry[] = [];
let news: LogEntry[] = [];
const log = {
  ...SILENT_LOGGER,
  error: (entry: LogEntry) => void failures.push(entry),
  warn: (entry: LogEntry) => void failures.push(entry),
  info: (entry: LogEntry) => void (entry.msg.startsWith('request') || news.push(entry)),
};

let app: BreakableApp;
let page: string;
let route: string;
// `unusable-file.test.ts` covers database files.
const hasServer = testDatabaseName() !== 'sqlite';
beforeAll(async () => {
  if (!hasServer) return;
  app = await startBreakableApp({ log });
  const site = createSite(app);
  ({ '@id': page } = await site.page({ title: 'Page' }));
  ({ '@id': route } = await site.generate({ page }));
  for (const as of ['user', 'admin'] as const) await app.get('/me', { as });
  await app.app.get(ACCOUNTS).createAccount({
    username: 'lucy',
    emailAddress: 'lucy@example.com',
    password: PASSWORD,
    role: 'ROLE_USER',
    enabled: true,
    overwrite: false,
  });
});
afterAll(async () => {
  if (hasServer) await app.close();
});
beforeEach(() => {
  failures = [];
  news = [];
});

const admin = { as: 'admin' } as const;
const login = (password: string) => app.post('/login', { username: 'lucy', password });

async function duringOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  await app.breakDatabase();
  try {
    return await work();
  } finally {
    await app.mendDatabase();
    await expect
      .poll(async () => (await app.patch(page, { title: 'x' }, admin)).status, { timeout: 20_000 })
      .toBe(200);
  }
}

describe.runIf(hasServer)('an unavailable database server', () => {
  test('results in 503 with Retry-After on every endpoint that needs it', async () => {
    const answers = await duringOutage(() =>
      Promise.all([
        app.get(page),
        app.get(page, admin),
        app.get('/_/pages'),
        app.get('/component/html_contents?search=x'),
        app.get(route),
        app.get(`/_/resource_manifest/${page.slice(page.lastIndexOf('/') + 1)}`),
        app.get('/me', { as: 'user' }),
        app.get('/_/health'),
        app.post('/_/layouts', { reference: 'x', uiComponent: 'X' }, admin),
        app.patch(page, { title: 'y' }, admin),
        app.delete(page, admin),
        login(PASSWORD),
        app.post('/logout', {}, { as: 'user' }),
        app.post(
          '/users',
          { username: 'new', emailAddress: 'new@example.com', plainPassword: PASSWORD },
          admin,
        ),
        app.post('/password/reset', { username: 'lucy' }),
        app.get('/page_data/blog_article_datas', { as: 'user' }),
      ]),
    );
    for (const { status, headers, text } of answers) {
      expect(status, text).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('leaves the documentation and the contexts readable, with and without an account', async () => {
    const answers = await duringOutage(() =>
      Promise.all([
        app.get('/docs'),
        app.get('/docs', admin),
        app.get('/contexts/Page', admin),
        app.get('/', { as: 'user' }),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('is logged once, without a stack, and once more when it is back', async () => {
    await duringOutage(async () => {
      for (let round = 0; round < 3; round += 1)
        await Promise.all([app.get(page), app.get(page, admin), app.get('/_/health'), login(PASSWORD)]);
    });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ msg: expect.stringMatching(/not responding/) });
    expect(failures[0]).not.toHaveProperty('err');
    expect(news).toEqual([{ msg: 'database is available again', seconds: expect.any(Number) }]);
  });

  test('does not count the login attempts that fail because of it', async () => {
    const answers = await duringOutage(async () => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 15; attempt += 1) statuses.push((await login(PASSWORD)).status);
      return statuses;
    });
    expect(new Set(answers)).toEqual(new Set([503]));
    expect((await login(PASSWORD)).status).toBe(204);
  });

  test('never results in 500, even if it stops and starts under load', async () => {
    const statuses = new Set<number>();
    let isOver = false;
    const load = async (at: number): Promise<void> => {
      while (!isOver) {
        const answer =
          at % 2 === 0 ? await app.get(page, admin) : await app.patch(page, { title: `${at}` }, admin);
        statuses.add(answer.status);
      }
    };
    const running = Promise.all(Array.from({ length: 6 }, (_, at) => load(at)));
    for (let round = 0; round < 3; round += 1) await duringOutage(() => Promise.resolve());
    isOver = true;
    await running;
    for (const status of statuses) expect([200, 503]).toContain(status);
  });
});
