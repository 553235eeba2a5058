import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MercureConfig, RealtimeConfig } from './settings.js';
import { makePrivateFolder } from '../../kernel/util/private-files.js';

/** The configured hub with the shared secret. */
export type Hub = MercureConfig & { readonly secret: string };

const FILE = 'hub-secret';

/**
 * Returns the configured hub, or undefined. The embedded hub may have no configured secret. Then one is generated and
 * stored in the data folder, because browsers keep their cookies when a server restarts. Maintenance commands serve
 * no clients and write no files, so their secret is temporary.
 */
export async function loadHub(
  { mercure, dataDir }: Pick<RealtimeConfig, 'mercure' | 'dataDir'>,
  isMaintenance: boolean,
): Promise<Hub | undefined> {
  if (mercure === false) return undefined;
  const madeFor = (): string | Promise<string> => (isMaintenance ? newSecret() : madeSecret(dataDir));
  return { ...mercure, secret: mercure.secret ?? (await madeFor()) };
}

const newSecret = (): string => randomBytes(32).toString('hex');

/** Moves the file into place as a whole, so that two processes that start at once read the same secret. */
async function madeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present !== undefined) return present;
  await makePrivateFolder(dataDir);
  const draft = `${path}-${randomUUID()}`;
  await writeFile(draft, newSecret(), { mode: 0o600, flag: 'wx' });
  await link(draft, path).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
  });
  await unlink(draft);
  return readFile(path, 'utf8');
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';
