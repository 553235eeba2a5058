import { connect, type Socket } from 'node:net';

/** Many browsers that listen, as bare sockets, so that the load costs little. */
export interface SubscriberCrowd {
  /** Resolves when each of them has got something that holds `text`. */
  haveAllGot(text: string): Promise<void>;
  close(): void;
}

/** How many connect at a time; a server has a queue of that length. */
const AT_ONCE = 200;

export async function openCrowd(port: number, size: number): Promise<SubscriberCrowd> {
  const sockets: Socket[] = [];
  for (let from = 0; from < size; from += AT_ONCE) {
    const opening = Array.from({ length: Math.min(AT_ONCE, size - from) }, () => subscribe(port));
    sockets.push(...(await Promise.all(opening)));
  }
  return {
    async haveAllGot(text) {
      await Promise.all(sockets.map((socket) => got(socket, text)));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function subscribe(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = got(socket, '\n:\n');
  socket.write('GET /.well-known/mercure?match=* HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await isOpen;
  return socket;
}

function got(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const onData = (chunk: Buffer): void => {
      seen += chunk.toString('latin1');
      if (!seen.includes(text)) return;
      socket.off('data', onData);
      resolve();
    };
    socket.on('data', onData).once('error', reject);
  });
}
