import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import type { HttpServer } from '../../../runtime/adapters/http/server.js';
import { openRawConnection, requestHead } from '../../support/raw-connection.js';
import type { RawConnection } from '../../support/raw-connection.js';
import type { UploadsApp } from './support.js';
import { startUploadsApp } from './support.js';

const BROCHURES = '/component/brochures';
/** A quarter of it is the time between two checks; these tests send far more often. */
const WINDOW = 400;
const PAUSE = 20;
const FILE_START =
  '--b\r\nContent-Disposition: form-data; name="documentFile"; filename="slow.txt"\r\n\r\n' +
  'x'.repeat(8_000);

let app: UploadsApp;
let server: HttpServer;
let port: number;
beforeAll(async () => {
  app = await startUploadsApp();
  server = createHttpServer(
    { listener: app.app.express, config: app.config },
    { headersMilliseconds: 20_000, idleTimeout: { windowMilliseconds: WINDOW, minimumBytes: 50 } },
  );
  ({ port } = await server.listen(0, '127.0.0.1'));
});
afterAll(async () => {
  await server?.close(0);
  await app?.close();
});

interface SlowUpload extends RawConnection {
  /** Sends one more chunk and waits a moment. */
  drip(text: string): Promise<void>;
}

/** Starts an upload whose body is `length` bytes long and sends the beginning of its file. */
async function startUpload(length: number): Promise<SlowUpload> {
  const head = requestHead(
    `POST ${app.config.apiPrefix}${BROCHURES}/upload`,
    `Authorization: ${await app.bearer()}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${length}`,
    'Connection: close',
  );
  const connection = openRawConnection(port, head + FILE_START);
  const drip = async (text: string): Promise<void> => {
    connection.socket.write(text);
    await sleep(PAUSE);
  };
  return { ...connection, drip };
}

async function keptNow(): Promise<object> {
  const { database } = app.app;
  const count = async (table: string): Promise<number> =>
    (await database.all(`select t.id as id from ${database.table(table)} t`)).length;
  return {
    files: [...(await app.files('public', 'variants')), ...(await app.files('private', 'variants'))],
    rows: await count('brochures'),
    components: await count('abstract_component'),
    infos: await count('imagine_cached_file_metadata'),
  };
}

/** Sends steadily until the file has begun to be stored. */
async function untilStored({ drip }: SlowUpload): Promise<void> {
  while (!(await app.files('private')).some((path) => path.includes('slow-'))) await drip('x'.repeat(100));
}

describe('an upload over a slow connection', () => {
  test('is stored while it continues to arrive, however long it takes', async () => {
    const chunks = Math.ceil((4 * WINDOW) / PAUSE);
    const end = '\r\n--b--\r\n';
    const upload = await startUpload(FILE_START.length + chunks * 50 + end.length);
    for (let sent = 0; sent < chunks; sent += 1) await upload.drip('x'.repeat(50));
    upload.socket.write(end);
    const answer = await upload.ended;
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    const iri = /"@id":"([^"]+brochures[^"]+)"/.exec(answer)?.[1] ?? '';
    const stored = await app.get(`${iri}/download/documentFile`, { as: 'admin' });
    expect(stored.text).toHaveLength(8_000 + chunks * 50);
    expect((await app.delete(iri, { as: 'admin' })).status).toBe(204);
  });

  test('results in 408 if it stops, and leaves neither file nor row', async () => {
    const before = await keptNow();
    const upload = await startUpload(1_000_000);
    await untilStored(upload);
    expect(await upload.ended).toMatch(
      /^HTTP\/1\.1 408 [\s\S]*problem\+json[\s\S]*did not arrive in time\."\}$/,
    );
    await expect.poll(keptNow).toEqual(before);
  });

  test('results in 408 if it is too slow, and leaves neither file nor row', async () => {
    const before = await keptNow();
    const upload = await startUpload(1_000_000);
    await untilStored(upload);
    let isOver = false;
    const ended = upload.ended.finally(() => (isOver = true));
    while (!isOver) await Promise.race([ended, sleep(WINDOW / 10).then(() => upload.socket.write('x'))]);
    expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(keptNow).toEqual(before);
  });

  test('leaves neither file nor row if its client disconnects', async () => {
    const before = await keptNow();
    const upload = await startUpload(1_000_000);
    await untilStored(upload);
    upload.socket.destroy();
    await expect.poll(keptNow).toEqual(before);
  });
});
