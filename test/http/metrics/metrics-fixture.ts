import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';

/** One line of the text format: a name with its labels, and its value. */
export type Samples = ReadonlyMap<string, number>;

export interface MeasuredApp {
  readonly app: TestApp;
  /** Scheme, host and port of the metrics. */
  readonly origin: string;
  /** Reads the metrics as Prometheus does. */
  scrape(): Promise<Samples>;
}

/** Starts an application that serves metrics; it ends with the test. */
export async function startMeasuredApp(options: TestAppOptions = {}): Promise<MeasuredApp> {
  const port = await freePort();
  const app = await startTestApp({ ...options, env: { METRICS_PORT: String(port), ...options.env } });
  onTestFinished(() => app.close());
  const origin = `http://127.0.0.1:${port}`;
  return {
    app,
    origin,
    scrape: async () => samplesOf(await (await fetch(`${origin}/metrics`)).text()),
  };
}

/** Parses the Prometheus text format into samples by name and labels as printed. */
export function samplesOf(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}
