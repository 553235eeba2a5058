import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { type Bucket, startBucket } from './bucket.js';
import { form, startUploadsApp, type UploadsApp } from './support.js';

const ADMIN = { as: 'admin' } as const;
const BROCHURES = '/component/brochures';

let bucket: Bucket;
let app: UploadsApp;
let iri: string;
let failures: LogEntry[];
beforeEach(async () => {
  failures = [];
  bucket = await startBucket();
  const log = { ...SILENT_LOGGER, error: (entry: LogEntry) => void failures.push(entry) };
  app = await startUploadsApp({ ...bucket.options, log });
  const created = await app.create(BROCHURES, {
    documentFile: 'data:text/plain,first',
    publishedAt: '2020-01-01T00:00:00Z',
  });
  iri = created['@id'];
  await bucket.close();
});
afterEach(() => app.close());

describe('an unavailable bucket', () => {
  test('results in 503 with Retry-After for requests that need it, and the log names it with what to do', async () => {
    const answers = [
      await app.get(`${iri}/download/documentFile`),
      await app.post('/_/orphaned_files/delete', { all: true }, ADMIN),
      await app.upload(`${BROCHURES}/upload`, form({ documentFile: ['second', 'b.txt'] })),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(JSON.stringify(body)).toContain('The files are not available.');
      expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|bucket/i);
    }
    expect(failures.map(({ err }) => String(err))).toEqual(
      answers.map(() => expect.stringContaining('The bucket "files" does not answer: connect ECONNREFUSED')),
    );
    expect((await app.get(BROCHURES, ADMIN)).body.totalItems).toBe(1);
  });

  test('does not affect reads and writes without its files', async () => {
    expect((await app.get(iri)).status).toBe(200);
    expect((await app.post('/_/layouts', { reference: 'main', uiComponent: 'Main' }, ADMIN)).status).toBe(
      201,
    );
  });
});
