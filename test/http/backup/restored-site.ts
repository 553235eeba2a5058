import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkBackup,
  forgetRemovedFiles,
  restoreBackup,
} from '../../../runtime/console/backup/restore-backup.js';
import { writeBackup, type WrittenBackup } from '../../../runtime/console/backup/write-backup.js';
import {
  createMigrator,
  openMigrationConnection,
} from '../../../runtime/adapters/persistence/migrations/index.js';
import type { AppConfig } from '../../../runtime/config/app-config.js';
import type { Migration } from '../../../runtime/kernel/contract/database/migration.js';
import type { Diagnosis } from '../../../runtime/kernel/derived/doctor.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createTestDatabase } from '../../support/database.js';
import type { TestAppOptions } from '../../support/test-app.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';

/** Migrations of the test databases; their content does not matter here. */
export const MIGRATIONS: readonly Migration[] = [{ id: '0001_initial', up: [], down: [] }];

const NEVER = new AbortController().signal;

export interface BackupCall {
  readonly without?: readonly string[];
  readonly signal?: AbortSignal;
  readonly progress?: (text: string) => void;
}

/** Creates a backup while the site is running, as the command does. */
export function backUp(
  { app, config }: Pick<UploadsApp, 'app' | 'config'>,
  file: string,
  { without = [], signal = NEVER, progress = () => undefined }: BackupCall = {},
): Promise<WrittenBackup> {
  const migrator = createMigrator({
    connect: () => openMigrationConnection(config.database.url),
    tablePrefix: config.tablePrefix,
    migrations: MIGRATIONS,
    log: SILENT_LOGGER,
  });
  return writeBackup({ app, migrator, file, without, signal, progress });
}

/** A target without tables and files. */
export interface EmptyPlace {
  readonly config: AppConfig;
  /** Serves the restored site. */
  serve(): Promise<UploadsApp>;
  drop(): Promise<void>;
}

/** @param elsewhere remote filesystems instead of local ones, with their configuration */
export async function anEmptyPlace(
  like: AppConfig,
  elsewhere?: Pick<TestAppOptions, 'config' | 'env'>,
): Promise<EmptyPlace> {
  const database = await createTestDatabase();
  const root = await mkdtemp(join(tmpdir(), 'cms-restored-'));
  const local = {
    public: { driver: 'local' as const, root: join(root, 'public'), publicUrl: '/uploads' },
    private: { driver: 'local' as const, root: join(root, 'private'), publicUrl: null },
  };
  return {
    config: {
      ...like,
      database: { ...like.database, url: database.url },
      ...(elsewhere === undefined ? { filesystems: local } : {}),
    },
    async serve() {
      const filesystems = {
        public: { driver: 'local', root: local.public.root, public_url: '/uploads' },
        private: { driver: 'local', root: local.private.root },
      };
      const options = elsewhere ?? { config: { filesystems } };
      const site = await startUploadsApp({ databaseUrl: database.url, ...options });
      await forgetRemovedFiles(site.app);
      return site;
    },
    async drop() {
      await database.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export async function restoreInto(config: AppConfig, file: string): Promise<number> {
  const checked = await checkBackup(file, { config, migrations: MIGRATIONS });
  return restoreBackup({ file, config, checked, signal: NEVER, progress: () => undefined });
}

/** Returns the problems that `cms doctor` reports. */
export async function complaintsOf({ app }: Pick<UploadsApp, 'app'>): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for await (const one of app.doctor.examine({ limit: 5, repair: false }))
    if (one.status !== 'ok') found.push(one);
  return found;
}
