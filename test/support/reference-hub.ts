import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built program of `test/support/reference-hub`; undefined where there is no Go to build it with. */
export const REFERENCE_HUB = process.env.TEST_REFERENCE_HUB;

export interface ReferenceSettings {
  readonly issuer: string;
  readonly resource: string;
  readonly cookieName: string;
  readonly secret: string;
  /** Of pages that may read it. */
  readonly origin: string;
  /** Any free one by default. */
  readonly port?: number;
  /** Whether one may subscribe without a token; yes by default. */
  readonly isAnonymous?: boolean;
}

export interface ReferenceHub {
  /** Scheme, host and port. */
  readonly origin: string;
  close(): Promise<void>;
}

/** A process of the reference hub, with a history of its own. */
export async function startReferenceHub(settings: ReferenceSettings): Promise<ReferenceHub> {
  if (REFERENCE_HUB === undefined) throw new Error('TEST_REFERENCE_HUB names no program');
  const folder = await mkdtemp(join(tmpdir(), 'cms-hub-'));
  const hub = spawn(REFERENCE_HUB, {
    env: {
      HUB_PORT: String(settings.port ?? 0),
      HUB_RESOURCE: settings.resource,
      HUB_ISSUER: settings.issuer,
      HUB_COOKIE: settings.cookieName,
      HUB_ORIGINS: settings.origin,
      HUB_ANONYMOUS: settings.isAnonymous === false ? 'no' : 'yes',
      HUB_HISTORY: join(folder, 'history'),
      MERCURE_JWT_SECRET: settings.secret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(hub, 'exit');
  const failed = ended.then(() => Promise.reject(new Error('the hub ended at its start')));
  const [line] = (await Promise.race([once(hub.stdout, 'data'), failed])) as [Buffer];
  failed.catch(() => undefined); // it ends when it is told to
  return {
    origin: line.toString().trim(),
    async close() {
      hub.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
