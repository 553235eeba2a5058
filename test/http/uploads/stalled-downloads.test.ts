import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import type { HttpServer } from '../../../runtime/adapters/http/server.js';
import type { FileStorage } from '../../../runtime/kernel/ports/file-storage.js';
import { openRawConnection, requestHead } from '../../support/raw-connection.js';
import type { StorageKind, StoredApp } from './storages.js';
import { startStoredApp } from './storages.js';
import { form } from './support.js';

const BROCHURES = '/component/brochures';
/** More than the system buffers for a connection between two programs. */
const LENGTH = 30_000_000;

/** Replaces the stored file with one that is larger than the limit. */
async function lengthen(storage: FileStorage): Promise<void> {
  for await (const { path } of storage.list('')) {
    await storage.remove(path);
    const pieces = Array.from({ length: LENGTH / 100_000 }, () => Buffer.alloc(100_000, 'x'));
    await storage.write(path, Readable.from(pieces), { mediaType: 'text/plain', name: path });
  }
}

describe.each<StorageKind>(['local', 's3'])('a download from %s storage', (kind) => {
  let app: StoredApp;
  let server: HttpServer;
  let port: number;
  let iri: string;
  const opened: Readable[] = [];
  beforeAll(async () => {
    app = await startStoredApp(kind);
    server = createHttpServer(
      { listener: app.app.express, config: app.config },
      { headersMilliseconds: 20_000, idleTimeout: { windowMilliseconds: 400, minimumBytes: 50 } },
    );
    ({ port } = await server.listen(0, '127.0.0.1'));
    const created = await app.upload(`${BROCHURES}/upload`, form({ documentFile: ['short', 'long.txt'] }));
    expect(created.status).toBe(201);
    iri = created.body['@id'];
    const storage = app.storage('private');
    await lengthen(storage);
    const read = storage.read.bind(storage);
    Object.assign(storage, {
      read: async (...given: Parameters<typeof read>) => {
        const stream = await read(...given);
        opened.push(stream);
        return stream;
      },
    });
  });
  afterAll(async () => {
    await server?.close(0);
    await app?.close();
  });

  const request = async (): Promise<string> =>
    requestHead(
      `GET ${iri}/download/documentFile`,
      `Authorization: ${await app.bearer()}`,
      'Connection: close',
    );

  test('ends if its client does not read it, and its file is closed', async () => {
    const { socket, ended } = openRawConnection(port, await request());
    await once(socket, 'data');
    socket.pause();
    const download = opened.at(-1);
    expect(download?.closed).toBe(false);
    await expect.poll(() => opened.every(({ closed }) => closed), { timeout: 20_000 }).toBe(true);
    expect(download?.readableEnded).toBe(false);
    socket.resume();
    expect((await ended).length).toBeLessThan(LENGTH);
  });

  test('is complete if its client reads it, and its file is closed', async () => {
    const { ended } = openRawConnection(port, await request());
    const answer = await ended;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(LENGTH);
    await expect.poll(() => opened.every(({ closed }) => closed)).toBe(true);
  });
});
