import { describe, expect, onTestFinished, test } from 'vitest';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';
import { exportOf } from './exported-site.js';
import { expectSameSite } from './site-snapshot.js';

async function anApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

describe('generate-fixtures', () => {
  test('the exported sample site, loaded into an empty database, answers like the sample site', async () => {
    const [site, copy] = [await anApp(), await anApp()];
    await loadSampleSite(site);
    const exported = await exportOf(site);
    if (process.env.SHOW) console.log(exported.source);
    expect(exported.gaps).toEqual([]);
    await exported.load(copy);
    await expectSameSite(copy, site);
  });
});
