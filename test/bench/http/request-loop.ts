import { connect, type Socket } from 'node:net';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** Returns the bytes of the next request of a connection. */
  readonly request: (connection: number) => Buffer;
}

export interface LoadResult {
  readonly requests: number;
  readonly milliseconds: number;
}

/**
 * Keeps every connection busy with sequential requests. It uses sockets, because the client of Node costs more than
 * some of the servers and would hide their differences.
 * @throws Error at the first response without success.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const started = performance.now();
  const until = started + load.milliseconds;
  const counts = await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      runConnection(connect(load.port, '127.0.0.1'), () => load.request(connection), until),
    ),
  );
  return {
    requests: counts.reduce((sum, count) => sum + count, 0),
    milliseconds: performance.now() - started,
  };
}

function runConnection(socket: Socket, next: () => Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let pending: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection')));
    socket.on('connect', () => socket.write(next()));
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = endOfAnswer(pending, reject);
      if (end === undefined || pending.length < end) return;
      count += 1;
      pending = Buffer.alloc(0);
      if (performance.now() < until) socket.write(next());
      else {
        socket.removeAllListeners('close').destroy();
        resolve(count);
      }
    });
  });
}

const BLANK_LINE = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** Length of the response at the start of `bytes`, or undefined until its head is complete. */
function endOfAnswer(bytes: Buffer, fail: (error: Error) => void): number | undefined {
  const headEnd = bytes.indexOf(BLANK_LINE);
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = LENGTH.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 2') || length === undefined) {
    fail(new Error(`Unexpected answer:\n${bytes.toString('utf8', 0, 800)}`));
    return undefined;
  }
  return headEnd + BLANK_LINE.length + Number(length);
}
