import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MercureConfig, RealtimeConfig } from './settings.js';
import { makePrivateFolder } from '../../kernel/util/private-files.js';

/** The hub of a service, with the secret that it shares with it. */
export type Hub = MercureConfig & { readonly secret: string };

const FILE = 'hub-secret';

/**
 * The hub that is configured; undefined where there is none. The embedded one may be left without a secret: then one is made in
 * the data folder, where it outlives the process, because browsers keep their cookies when a server starts anew. Maintenance
 * serves nobody and writes no files: its secret passes with it.
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

/** Moved into place whole, so that of two processes that start at once both read the same one. */
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
