import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of the compiled program of `test/support/reference-hub`, or undefined if Go is not installed. */
export const REFERENCE_HUB = process.env.TEST_REFERENCE_HUB;

export interface ReferenceSettings {
  readonly issuer: string;
  readonly resource: string;
  readonly cookieName: string;
  readonly secret: string;
  /** Origins of pages that can read it. */
  readonly origin: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Whether subscriptions without a token are allowed. Default: true. */
  readonly isAnonymous?: boolean;
}

export interface ReferenceHub {
  /** Scheme, host and port. */
  readonly origin: string;
  close(): Promise<void>;
}

/** A process of the reference hub with a separate history. */
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
  failed.catch(() => undefined); // it exits on SIGTERM
  return {
    origin: line.toString().trim(),
    async close() {
      hub.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
