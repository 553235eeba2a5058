import { createServer } from 'node:http';
import { createEmbeddedHub } from '../../../runtime/features/realtime/hub/index.js';
import { SYSTEM_CLOCK } from '../../../runtime/kernel/ports/clock.js';
import { freePort } from '../../support/free-port.js';
import { REFERENCE_HUB, startReferenceHub } from '../../support/reference-hub.js';
import { HUB_PATH, JWT, SECRET } from '../realtime/support.js';

const COOKIE = 'mercure_access_token';

export interface ProcessHub {
  readonly name: string;
  /** URL for publishing and subscribing. */
  readonly url: string;
  /** Environment variables of the service's processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Claims of the tokens. */
  readonly claims: object;
  close(): Promise<void>;
}

/** Starts a separate hub: the reference hub if it was built, otherwise the built-in one in its own server. */
export async function startProcessHub(): Promise<ProcessHub> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${HUB_PATH}`;
  const shared = { url, env: { MERCURE_URL: url, MERCURE_JWT_SECRET: SECRET }, claims: JWT };
  if (REFERENCE_HUB !== undefined) {
    const settings = { port, resource: url, issuer: JWT.iss, secret: SECRET, cookieName: COOKIE };
    const { close } = await startReferenceHub({ ...settings, origin: 'http://localhost:3000' });
    return { ...shared, name: 'the reference hub', close };
  }
  const hub = createEmbeddedHub({
    ...{ publicUrl: url, resourceIdentifier: url, issuer: JWT.iss, secret: SECRET },
    ...{ cookieName: COOKIE, anonymous: true, clock: SYSTEM_CLOCK, allowsOrigin: () => true },
  });
  const server = createServer((request, response) => {
    void hub.handle(request, response).then((isServed) => {
      if (!isServed) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    ...shared,
    name: 'a hub of its own',
    async close() {
      hub.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
