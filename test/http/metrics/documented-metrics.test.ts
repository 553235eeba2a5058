import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counting } from '../jobs/counting.js';
import { freePort } from '../../support/free-port.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const DOCS = new URL('../../../docs/', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, DOCS), 'utf8');

interface Exposed {
  readonly type: string;
  readonly help: string;
}

/** The metrics of a serving process with an embedded hub and kept answers, by name. */
let exposed: ReadonlyMap<string, Exposed>;

let app: TestApp;
beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp({
    env: { METRICS_PORT: String(port), MERCURE_JWT_SECRET: 'x'.repeat(32) },
    features: [counting(async () => undefined)],
    config: {
      http_cache: { response_cache: { max_bytes: 1_000_000 } },
      mercure: { jwt: { iss: 'https://cms.test', sub: 'cms', client_id: 'cms' } },
    },
  });
  exposed = metricsOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
});
afterAll(() => app.close());

function metricsOf(text: string): ReadonlyMap<string, Exposed> {
  const helps = new Map(
    [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]),
  );
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Map(types.map(([, name = '', type = '']) => [name, { type, help: helps.get(name) ?? '' }]));
}

const isOurs = (name: string): boolean => name.startsWith('cms_');

describe('docs/how-to/monitoring.md', () => {
  test('lists every metric of a serving process, and no other', async () => {
    const page = await read('how-to/monitoring.md');
    const rows = [...page.matchAll(/^\| `(cms_\w+)` +\| (\w+) +\| (.*?) +\|$/gm)];
    const listed = rows.map(([, name, type, help]) => `${name} ${type} ${help}`);
    const wanted = [...exposed].filter(([name]) => isOurs(name));
    expect(listed).toEqual(wanted.map(([name, { type, help }]) => `${name} ${type} ${help}`).sort());
  });
});
