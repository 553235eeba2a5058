import { AsyncLocalStorage } from 'node:async_hooks';
import type { FileStorage } from '../../../runtime/kernel/ports/file-storage.js';
import type { TestAppOptions } from '../../support/test-app.js';
import { startBucket } from './bucket.js';
import type { UploadsApp } from './support.js';
import { startUploadsApp } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

export type StorageKind = 'local' | 's3';

/** Filesystem, table and column of each upload field of the sample site. */
export const PATH_COLUMNS = [
  ['public', 'images', 'filename'],
  ['private', 'brochures', 'document_path'],
  ['private', 'brochures', 'cover_path'],
] as const;

/** The application on one kind of filesystem, with functions that inspect its files. */
export interface StoredApp extends UploadsApp {
  storage(alias: 'public' | 'private'): FileStorage;
  /** Returns every stored file, variants included, as `<alias>:<path>`. */
  stored(): Promise<string[]>;
  /** Returns stored files that no row references, variants of such files included. */
  strays(): Promise<string[]>;
  /** Returns files in rows that are missing. */
  lost(): Promise<string[]>;
  /** Storage calls so far, and those inside an open transaction of the same request. */
  readonly calls: { readonly all: string[]; readonly inTransaction: string[] };
}

export async function startStoredApp(
  kind: StorageKind,
  { manifest, config, env, clock }: Pick<TestAppOptions, 'manifest' | 'config' | 'env' | 'clock'> = {},
): Promise<StoredApp> {
  const server = kind === 's3' ? await startBucket() : undefined;
  const app = await startUploadsApp({
    ...(manifest === undefined ? {} : { manifest }),
    ...(env === undefined ? {} : { env }),
    ...(clock === undefined ? {} : { clock }),
    ...server?.options,
    config: { ...config, ...server?.options.config },
  });
  const storage = (alias: 'public' | 'private'): FileStorage => app.app.get(UPLOADS).stores.get(alias);
  const calls = watchStorages(app);

  async function stored(): Promise<string[]> {
    const found: string[] = [];
    for (const alias of ['public', 'private'] as const) {
      for await (const { path } of storage(alias).list('')) found.push(`${alias}:${path}`);
    }
    return found.sort();
  }

  async function held(): Promise<ReadonlySet<string>> {
    const { database } = app.app;
    const paths = new Set<string>();
    for (const [alias, table, column] of PATH_COLUMNS) {
      const rows = await database.all<{ path: string }>(
        `select t.${column} as path from ${database.table(table)} t where t.${column} is not null`,
      );
      for (const { path } of rows) paths.add(`${alias}:${path}`);
    }
    return paths;
  }

  return {
    ...app,
    storage,
    stored,
    calls,
    async strays() {
      const known = await held();
      const stems = new Set([...known].map(withoutExtension));
      return (await stored()).filter((file) => {
        const source = file.replace(new RegExp(`:${app.config.imageCachePrefix}/[^/]+/`), ':');
        return source === file ? !known.has(file) : !stems.has(withoutExtension(source));
      });
    },
    async lost() {
      const there = new Set(await stored());
      return [...(await held())].filter((file) => !there.has(file));
    },
    async close() {
      await app.close();
      await server?.close();
    },
  };
}

/** A variant may have another extension than its file. */
const withoutExtension = (path: string): string => path.replace(/\.[^./]*$/, '');

const CALLS = ['write', 'copy', 'read', 'stat', 'remove'] as const;

/** Follows each request through its transaction, so that other simultaneous requests do not count. */
function watchStorages({ app }: UploadsApp): StoredApp['calls'] {
  const open = new AsyncLocalStorage<true>();
  const calls = { all: [] as string[], inTransaction: [] as string[] };
  const { database } = app;
  const transaction = database.transaction.bind(database);
  database.transaction = (work, options) =>
    transaction((session) => open.run(true, () => work(session)), options);
  for (const alias of app.get(UPLOADS).stores.aliases) {
    const storage = app.get(UPLOADS).stores.get(alias);
    for (const name of CALLS) {
      const original = storage[name].bind(storage) as (...given: unknown[]) => Promise<unknown>;
      const watched = (...given: unknown[]): Promise<unknown> => {
        const call = `${name} ${String(given[0])}`;
        calls.all.push(call);
        if (open.getStore() === true) calls.inTransaction.push(call);
        return original(...given);
      };
      Object.assign(storage, { [name]: watched });
    }
  }
  return calls;
}
