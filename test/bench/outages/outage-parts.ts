import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmbeddedHub } from 'cms-api-components/internal/features/realtime/hub/index.js';
import { SYSTEM_CLOCK } from 'cms-api-components/internal/kernel/ports/clock.js';
import { startMailServer } from '../../http/accounts/mail-server.js';
import { freePort } from '../../support/free-port.js';
import { type RedisServer, startRedis } from '../../support/redis-server.js';
import { createTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';
import { startS3Server } from '../../support/s3-server.js';
import { startVarnish } from '../../support/varnish.js';

export const HUB_PATH = '/.well-known/mercure';
const SECRET = 'a secret of at least thirty-two bytes';
export const HUB_CLAIMS = { iss: 'http://localhost:8000', sub: 'cms', client_id: 'cms' };

/** A dependency of the site besides the database, behind a connection that can be cut and delayed. */
export interface Part {
  /** URL for the service. */
  readonly line: TcpProxy;
  /** Direct port, which works even if the connection is cut. */
  readonly port: number;
}

/** Dependencies of a site besides the database. */
export interface Parts {
  readonly hub: Part;
  readonly mail: Part & { readonly received: () => number };
  readonly bucket: Part;
  /** The cache in front of the site. Purges use its connection, visitors its port. */
  readonly cache: Part;
  readonly redis: { readonly url: string; stop(): Promise<void>; start(): Promise<void> };
  stop(): Promise<void>;
}

/**
 * Starts the cache.
 * @param sitePort port of the site for the cache
 */
export async function startParts(sitePort: number): Promise<Parts> {
  const ends: (() => Promise<unknown>)[] = [];
  const behindLine = async (port: number): Promise<Part> => {
    const line = await createTcpProxy({ host: '127.0.0.1', port });
    ends.push(() => line.close());
    return { line, port };
  };

  const hub = await behindLine(await startHub(ends));
  const smtp = await startMailServer();
  ends.push(() => smtp.close());
  const mail = await behindLine(Number(new URL(smtp.dsn).port));
  const bucket = await behindLine(await startBucket(ends));
  const cachePort = await freePort();
  const varnish = await startVarnish(cachePort, sitePort);
  ends.push(() => varnish.stop());
  const redisPort = await freePort();
  let redis: RedisServer | undefined = await startRedis(redisPort);
  const stopRedis = async (): Promise<void> => {
    await redis?.stop();
    redis = undefined;
  };
  ends.push(stopRedis);
  return {
    hub,
    mail: { ...mail, received: () => smtp.received.length },
    bucket,
    cache: await behindLine(cachePort),
    redis: {
      url: redis.url,
      stop: stopRedis,
      start: async () => void (redis ??= await startRedis(redisPort)),
    },
    async stop() {
      for (const end of ends.reverse()) await end();
    },
  };
}

/** Configuration of the service for its dependencies. */
export function partVariables({ hub, mail, redis }: Parts): Record<string, string> {
  return {
    MERCURE_URL: `http://127.0.0.1:${hub.line.port}${HUB_PATH}`,
    MERCURE_PUBLIC_URL: `http://127.0.0.1:${hub.port}${HUB_PATH}`,
    MERCURE_JWT_SECRET: SECRET,
    MAILER_DSN: `smtp://127.0.0.1:${mail.line.port}`,
    REDIS_URL: redis.url,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
}

async function startHub(ends: (() => Promise<unknown>)[]): Promise<number> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${HUB_PATH}`;
  const hub = createEmbeddedHub({
    ...{ publicUrl: url, resourceIdentifier: url, issuer: HUB_CLAIMS.iss, secret: SECRET },
    ...{ cookieName: 'mercure_access_token', anonymous: true, clock: SYSTEM_CLOCK, allowsOrigin: () => true },
  });
  const server = createServer((request, response) => {
    // Clients of the connection send its port as the host.
    request.headers.host = `127.0.0.1:${port}`;
    void hub.handle(request, response).then((isServed) => {
      if (!isServed) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  ends.push(async () => {
    hub.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port; // a listening TCP server has a port
}

async function startBucket(ends: (() => Promise<unknown>)[]): Promise<number> {
  const server = await startS3Server();
  ends.push(() => server.close());
  return server.port;
}
