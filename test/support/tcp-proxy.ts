import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A loopback address in front of a server, whose connections can be closed, refused and delayed. */
export interface TcpProxy {
  readonly port: number;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps all connections and accepts new ones, but forwards nothing in either direction. */
  pause(): void;
  /** Forwards the delayed data. */
  resume(): void;
  /** Accepts connections again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function createTcpProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let isPaused = false;
  const pass = (from: Socket, to: Socket): void => {
    const deliver = (step: () => void): void => void (isPaused ? held.push(step) : step());
    from.on('data', (chunk) => deliver(() => to.writable && to.write(chunk)));
    from.on('end', () => deliver(() => to.end()));
  };
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server: Server = createServer((client) => {
    const upstream = connect(target);
    pass(track(client), track(upstream));
    pass(upstream, client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo; // a listening TCP server has a port
  return {
    port,
    cut,
    pause: () => void (isPaused = true),
    resume() {
      isPaused = false;
      for (const step of held.splice(0)) step();
    },
    restore: () => listen(port),
    async close() {
      if (server.listening) await cut();
    },
  };
}
