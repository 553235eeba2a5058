import { connect, type Socket } from 'node:net';

/** Many subscribers as plain sockets, so that the load costs little. */
export interface SubscriberCrowd {
  /** Number of accepted subscribers. The hub refused the others because it was full. */
  readonly size: number;
  /** Resolves when each of them has received an event that contains `text`. */
  haveAllGot(text: string): Promise<void>;
  close(): void;
}

/** Number of concurrent connection attempts. A server has a queue of that length. */
const AT_ONCE = 200;

const EVERYTHING = (): string => 'match=*';

export async function openCrowd(
  port: number,
  size: number,
  queryOf: (index: number) => string = EVERYTHING,
): Promise<SubscriberCrowd> {
  const sockets: Socket[] = [];
  for (let from = 0; from < size; from += AT_ONCE) {
    const opening = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, index) =>
      subscribe(port, queryOf(from + index)),
    );
    sockets.push(...(await Promise.all(opening)).filter((socket) => socket !== undefined));
  }
  return {
    size: sockets.length,
    async haveAllGot(text) {
      await Promise.all(sockets.map((socket) => got(socket, text)));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Undefined if the hub refuses. */
async function subscribe(port: number, query: string): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1');
  const answered = got(socket, '\r\n\r\n');
  socket.write(`GET /.well-known/mercure?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  if ((await answered).startsWith('HTTP/1.1 200 ')) return socket;
  socket.destroy();
  return undefined;
}

/** All received data up to the end of `text`. */
function got(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const onData = (chunk: Buffer): void => {
      seen += chunk.toString('latin1');
      if (!seen.includes(text)) return;
      socket.off('data', onData);
      resolve(seen);
    };
    socket.on('data', onData).once('error', reject);
  });
}
