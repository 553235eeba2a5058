import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../../runtime/kernel/ports/clock.js';
import type { Hub } from '../../../runtime/features/realtime/hub-settings.js';
import { createHubMount } from '../../../runtime/features/realtime/hub/index.js';
import { ISSUER, RESOURCE, SECRET } from './hub-under-test.js';

const HUB: Hub = {
  ...{ hubName: 'default', url: null, publicUrl: RESOURCE, secret: SECRET, cookieName: 'hub_token' },
  jwt: { iss: ISSUER, sub: 'cms', clientId: 'cms', aud: RESOURCE },
  ...{ cookieSameSite: 'strict', secureSubscriptions: true },
};

test('an Express application serves the hub and its metadata, and keeps all other paths', async () => {
  const { mount, close } = createHubMount({ hub: HUB, clock: SYSTEM_CLOCK, allowsOrigin: () => false });
  const app = express();
  app.use(mount.path, mount.handler);
  app.use((_request, response) => void response.status(418).end());
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const status = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' })).status;
  expect(await status('/.well-known/mercure?match=a')).toBe(200);
  expect(await status('/.well-known/oauth-protected-resource/.well-known/mercure')).toBe(200);
  expect(await status('/.well-known/other')).toBe(418);
  close();
  server.closeAllConnections();
  server.close();
});
