import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counting } from '../jobs/counting.js';
import { namesIn, readAlerts, readPanels } from './rules.js';
import { freePort } from '../../support/free-port.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const DOCS = new URL('../../../docs/', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, DOCS), 'utf8');

interface Exposed {
  readonly type: string;
  readonly help: string;
}

/** The metrics of a serving process with an embedded hub and a response cache, by name. */
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

/** Names under which Prometheus stores the metrics of a process. */
function storedNames(): ReadonlySet<string> {
  return new Set(
    [...exposed].flatMap(([name, { type }]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}

const unknownIn = (expressions: readonly string[]): readonly string[] => {
  const stored = storedNames();
  return expressions.flatMap(namesIn).filter((name) => !stored.has(name));
};

describe('the alert rules', () => {
  test('use metrics that a serving process exposes', async () => {
    const expressions = (await readAlerts()).map(({ expr }) => expr);
    expect(expressions.flatMap(namesIn).length).toBeGreaterThan(10);
    expect(unknownIn(expressions)).toEqual([]);
  });

  test('state what happened and what to do', async () => {
    for (const { annotations } of await readAlerts())
      expect(annotations).toEqual({
        summary: expect.stringMatching(/\.$/),
        action: expect.stringMatching(/\.$/),
      });
  });
});

describe('the dashboard', () => {
  const expressionsOf = async (): Promise<readonly string[]> =>
    (await readPanels()).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  test('shows metrics that a serving process exposes', async () => {
    expect(unknownIn(await expressionsOf())).toEqual([]);
  });

  test('shows every metric of the service', async () => {
    const shown = new Set((await expressionsOf()).flatMap(namesIn).map(withoutPart));
    expect([...exposed.keys()].filter((name) => isOurs(name) && !shown.has(name))).toEqual([]);
  });
});

const withoutPart = (name: string): string => {
  const base = name.replace(/_(?:bucket|sum|count)$/, '');
  return exposed.get(base)?.type === 'histogram' ? base : name;
};
