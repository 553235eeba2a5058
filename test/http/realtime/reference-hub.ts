import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { HUB_PATH, JWT, SECRET } from './support.js';

/** The built program of `test/support/reference-hub`; undefined where there is no Go to build it with. */
export const REFERENCE_HUB = process.env.TEST_REFERENCE_HUB;

export interface ReferenceHub {
  /** Where updates are published and subscribed to. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startReferenceHub(): Promise<ReferenceHub> {
  if (REFERENCE_HUB === undefined) throw new Error('TEST_REFERENCE_HUB names no program');
  const folder = await mkdtemp(join(tmpdir(), 'cms-hub-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${HUB_PATH}`;
  const hub = spawn(REFERENCE_HUB, {
    env: {
      ...{
        HUB_PORT: String(port),
        HUB_RESOURCE: url,
        HUB_ISSUER: JWT.iss,
        HUB_COOKIE: 'mercure_access_token',
      },
      ...{
        HUB_HISTORY: join(folder, 'history'),
        HUB_ORIGINS: 'http://localhost:3000',
        MERCURE_JWT_SECRET: SECRET,
      },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(hub, 'exit');
  await Promise.race([
    once(hub.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the hub ended at its start'))),
  ]);
  return {
    url,
    async close() {
      hub.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
