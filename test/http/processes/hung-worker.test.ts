import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMigratedProject, type MigratedProject, startWorkers, type WorkersSite } from './workers-site.js';

const WORKERS = 2;

let project: MigratedProject;
let site: WorkersSite;
beforeAll(async () => {
  project = await aMigratedProject();
  site = await startWorkers(project, WORKERS);
});
afterAll(async () => {
  await site.close();
  await project.drop();
});

const said = (part: string): boolean => site.lines().some(({ msg }) => msg?.includes(part));

test('a hanging worker is killed and replaced, and does not delay writers until then', async () => {
  const { cookies: cookie } = await site.ask('/api/login', {
    method: 'POST',
    body: { username: 'admin', password: 'admin' },
  });
  const [hung = 0] = await site.pids();
  process.kill(hung, 'SIGSTOP');
  let written = 0;
  // Connections of the hanging worker wait there; the other one handles the rest.
  const requested = Promise.allSettled(
    Array.from({ length: 2 * WORKERS }, async (_, number) => {
      const body = { reference: `hung ${number}`, uiComponent: 'PrimaryLayout' };
      const made = await site.ask('/api/_/layouts', { method: 'POST', body, cookie });
      if (made.status === 201) written += 1;
    }),
  );
  await expect.poll(() => written).toBeGreaterThanOrEqual(WORKERS);
  expect(said('is not responding')).toBe(false);

  await expect.poll(() => said('is not responding; killing it')).toBe(true);
  await requested; // the connections that waited there are closed with it
  await expect.poll(() => said('is serving again')).toBe(true);
  expect(await site.pids()).not.toContain(hung);
  for (let turn = 0; turn < WORKERS; turn += 1)
    expect(await site.ask('/api/_/health')).toMatchObject({ status: 200 });
});
