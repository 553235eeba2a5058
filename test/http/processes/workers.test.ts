import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCms } from '../../console/run-cms.js';
import { anInstalledProject } from '../../console/running-site.js';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import { samplesOf } from '../metrics/metrics-fixture.js';
import { HUB_PATH, subscribe, type Subscription } from '../realtime/support.js';
import {
  aMigratedProject,
  type Answer,
  type MigratedProject,
  startWorkers,
  type WorkersSite,
} from './workers-site.js';

const WORKERS = 3;
/** The workers take turns accepting connections, so many requests reach each of them. */
const TURNS = 2 * WORKERS;
const NUMBERS = Array.from({ length: WORKERS }, (_, index) => index + 1);

let project: MigratedProject;
let site: WorkersSite;
let cookie: string;
beforeAll(async () => {
  project = await aMigratedProject();
  site = await startWorkers(project, WORKERS);
  cookie = await logIn('admin').then(({ cookies }) => cookies);
});
afterAll(async () => {
  await site.close();
  await project.drop();
});

const logIn = (password: string): Promise<Answer> =>
  site.ask('/api/login', { method: 'POST', body: { username: 'admin', password } });

async function create(path: string, body: object): Promise<string> {
  const made = await site.ask(`/api${path}`, { method: 'POST', body, cookie });
  expect(made).toMatchObject({ status: 201 });
  return String(made.body['@id']);
}

let pages = 0;
async function aPage(): Promise<string> {
  const reference = `workers ${(pages += 1)}`;
  const layout = await create('/_/layouts', { reference, uiComponent: 'PrimaryLayout' });
  return create('/_/pages', { reference, uiComponent: 'PrimaryPage', isTemplate: false, layout, title: '0' });
}

const retitle = (page: string, title: string): Promise<Answer> =>
  site.ask(page, { method: 'PATCH', body: { title }, cookie });

/** Returns the responses to many simultaneous requests. */
const askMany = (path: string): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: TURNS }, () => site.ask(path)));

/** Returns the workers that responded, from their log lines. */
async function answeredBy(answers: readonly Answer[]): Promise<readonly number[]> {
  const ids = new Set(answers.map(({ requestId }) => requestId));
  const found = () => site.lines().filter(({ requestId }) => ids.has(String(requestId)));
  await expect.poll(() => found().length).toBe(answers.length);
  return [...new Set(found().map(({ worker }) => worker ?? 0))].sort();
}

describe('cms serve --workers', () => {
  test('serves one address with several processes, which log lines name', async () => {
    const answers = await askMany('/api/_/health');
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await answeredBy(answers)).toEqual(NUMBERS);
    expect(await site.pids()).toHaveLength(WORKERS);
  });

  test('shows a write in every worker when it completes, despite response caches', async () => {
    const page = await aPage();
    for (let round = 1; round <= 20; round += 1) {
      expect(await retitle(page, `round ${round}`)).toMatchObject({ status: 200 });
      const seen = (await askMany(page)).map(({ body }) => body.title);
      expect(seen).toEqual(seen.map(() => `round ${round}`));
    }
  });

  test('sends each subscriber of the embedded hub every update once and in order, from any worker', async () => {
    const page = await aPage();
    const streams = await subscribeMany();
    const wanted = NUMBERS.flatMap((each) => [`${each} a`, `${each} b`]);
    for (const title of wanted) {
      await retitle(page, title);
      // A burst may be one update.
      for (const { events } of streams)
        await expect.poll(() => events.at(-1)?.data).toMatchObject({ '@id': page, title });
    }
    for (const { events } of streams) {
      const titles = events.filter(({ data }) => data['@id'] === page).map(({ data }) => data.title);
      expect(titles.filter((title) => title !== '0')).toEqual(wanted);
    }
  });

  test('counts failed logins over all workers', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await site.ask('/api/login', { method: 'POST', body: WRONG })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('reports the metrics of all workers together at one port, and site metrics once', async () => {
    const scrape = async () => samplesOf(await (await fetch(site.metricsUrl)).text());
    const name = 'cms_http_requests_total{method="GET",pattern="/_/layouts/{id}",status="404"}';
    expect((await scrape()).get(name)).toBeUndefined();
    await askMany('/api/_/layouts/00000000-0000-4000-8000-000000000000');
    // Whichever worker responds.
    for (let turn = 0; turn < TURNS; turn += 1)
      await expect.poll(async () => (await scrape()).get(name)).toBe(TURNS);
    const samples = await scrape();
    expect(samples.get('cms_sessions_live')).toBe(1);
    expect(samples.get('cms_build_info{version="0.2.0"}')).toBe(1);
    expect(samples.get('cms_processes')).toBe(WORKERS);
  });

  test('replaces a worker that is killed, and loses no acknowledged write', async () => {
    const page = await aPage();
    const before = await site.pids();
    const [victim = 0] = before;
    let acknowledged = 0;
    let isOver = false;
    const writing = (async () => {
      for (let value = 1; !isOver; value += 1) {
        const status = await retitle(page, String(value)).then(
          (answer) => answer.status,
          () => 0, // the connection was lost
        );
        if (status === 200) acknowledged = value;
      }
    })();
    await expect.poll(() => acknowledged).toBeGreaterThan(2);
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => site.lines().some(({ msg }) => msg?.endsWith('is serving again'))).toBe(true);
    const soFar = acknowledged;
    await expect.poll(() => acknowledged).toBeGreaterThan(soFar);
    isOver = true;
    await writing;
    const now = await site.pids();
    expect(now).toHaveLength(WORKERS);
    expect(now.filter((pid) => !before.includes(pid))).toHaveLength(1);
    const answers = await askMany(page);
    expect(await answeredBy(answers)).toEqual(NUMBERS);
    for (const { body } of answers) expect(Number(body.title)).toBeGreaterThanOrEqual(acknowledged);
    // Other workers send its messages after its lease has ended.
    await hasUpdate(page, String(answers[0]?.body.title));
  });

  test('gives a new worker the updates from before its start', async () => {
    const page = await aPage();
    await retitle(page, 'before');
    await hasUpdate(page, 'before');
    const [, victim = 0] = await site.pids();
    const starts = (): number => site.lines().filter(({ msg }) => msg?.endsWith('is serving again')).length;
    const before = starts();
    process.kill(victim, 'SIGKILL');
    await expect.poll(starts).toBe(before + 1);
    for (const { events } of await subscribeMany(EARLIER))
      await expect.poll(() => events.map(({ data }) => data.title)).toContain('before');
  });

  test('finishes the current requests of all workers on a shutdown, and exits successfully', async () => {
    const body = { reference: 'at the end', uiComponent: 'PrimaryLayout' };
    const begun = await Promise.all(
      NUMBERS.map((number) =>
        site.begin('/api/_/layouts', {
          method: 'POST',
          body: { ...body, reference: `${body.reference} ${number}` },
          cookie,
        }),
      ),
    );
    await expect.poll(async () => (await site.ask('/api/_/health')).status).toBe(200);
    site.primary.kill('SIGTERM');
    await expect
      .poll(() =>
        site.ask('/api/_/health').then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .toBe('refused');
    const answers = await Promise.all(begun.map(({ finish }) => finish()));
    expect(answers.map(({ status }) => status)).toEqual(NUMBERS.map(() => 201));
    expect(await site.ended).toMatchObject({ code: 0 });
  });
});

const EARLIER = 'match=*&last_event_id=earliest';

/** Opens a stream to each worker. */
async function subscribeMany(query = 'match=*'): Promise<readonly Subscription[]> {
  const streams = await Promise.all(NUMBERS.map(() => subscribe(site.origin + HUB_PATH, { query })));
  for (const { close } of streams) onTestFinished(close);
  return streams;
}

const WRONG = { username: 'nobody', password: 'wrong' };

/** Waits until the newest update of a record has the title. */
async function hasUpdate(record: string, title: string): Promise<void> {
  const { events, close } = await subscribe(site.origin + HUB_PATH, { query: EARLIER });
  onTestFinished(close);
  await expect
    .poll(() => events.findLast(({ data }) => data['@id'] === record)?.data)
    .toMatchObject({ title });
}

describe('cms serve --workers that cannot serve', () => {
  const serve = ['serve', '--workers', '2'];

  test('reports the reason once and exits', async () => {
    const cwd = await anInstalledProject('generated');
    const { code, stderr } = await runCms(serve, { cwd });
    expect({ code, says: stderr.match(/cms migrate:run/g) }).toEqual({ code: 1, says: ['cms migrate:run'] });
  });

  test('reports once that its port is in use', async () => {
    const listener = () => undefined;
    const other = createHttpServer({ listener, config: { apiPrefix: '/api' } as never });
    const { port } = await other.listen(0, '127.0.0.1');
    onTestFinished(() => other.close(0));
    const { code, stderr } = await runCms([...serve, '--port', String(port)], project);
    expect({ code, says: stderr.match(/already in use/g) }).toEqual({ code: 1, says: ['already in use'] });
  });
});

describe('workers whose primary process is killed', () => {
  test('exit', async () => {
    const orphaned = await startWorkers(project, 2);
    onTestFinished(() => orphaned.close());
    const pids = await orphaned.pids();
    orphaned.primary.kill('SIGKILL');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
