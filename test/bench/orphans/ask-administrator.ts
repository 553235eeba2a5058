import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { ChildServer } from '../servers/child-server.js';
import type { BenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';

/** A report at a URL of the API, as an administrator uses it. */
export interface RequestedReport {
  /** Milliseconds until the report of a scan is available. */
  scan(): Promise<number>;
  /** Response and duration in milliseconds of deleting all. */
  deleteAll(): Promise<{ readonly answer: JsonObject; readonly took: number }>;
}

export async function askAdministrator(
  server: ChildServer,
  { admin }: BenchProject,
  path: string,
): Promise<RequestedReport> {
  const origin = `http://127.0.0.1:${server.port}`;
  const headers = {
    authorization: `Bearer ${await signIn(origin, admin)}`,
    'content-type': 'application/json',
  };
  async function send(url: string, init: RequestInit): Promise<JsonObject | undefined> {
    const response = await fetch(origin + url, { ...init, headers });
    if (response.status >= 500) throw new Error(`${url} answered ${response.status}`);
    const text = await response.text();
    return response.ok && text !== '' ? (JSON.parse(text) as JsonObject) : undefined;
  }
  return {
    async scan() {
      const started = performance.now();
      await send(`${path}/scan`, { method: 'POST' });
      while ((await send(path, {})) === undefined) await sleep(20);
      return performance.now() - started;
    },
    async deleteAll() {
      const started = performance.now();
      const answer = await send(`${path}/delete`, {
        method: 'POST',
        body: JSON.stringify({ all: true }),
      });
      return { answer: answer ?? {}, took: performance.now() - started };
    },
  };
}
