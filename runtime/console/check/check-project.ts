import { existsSync } from 'node:fs';
import type { AppConfig } from '../../config/app-config.js';
import { inspectConfig } from '../../config/load-config.js';
import { assertJwtKeys } from '../../features/accounts/public-api.js';
import type { ListenAddress } from '../../kernel/feature.js';
import { ConfigError } from '../../kernel/errors/config-error.js';
import { SILENT_LOGGER } from '../../kernel/ports/logger.js';
import { IN_MEMORY, parseDatabaseUrl } from '../../kernel/util/database/database-url.js';
import { loadProject, type Project } from '../../project/load-project.js';
import { openApplication } from '../open-application.js';
import { configSource, openMigrator } from '../open-project.js';
import { describeKnownPasswords, describeDrift, knownPasswords } from '../serve-project.js';
import { previousWriterNotices } from './previous-writer-notices.js';
import { findTakenPorts } from './taken-ports.js';

/** A reason why startup would fail, with its remedy. */
export interface Fault {
  readonly of: 'configuration' | 'generated' | 'keys' | 'database' | 'service' | 'accounts' | 'address';
  readonly problem: string;
}

export interface CheckedProject {
  readonly faults: readonly Fault[];
  /** Warnings, and checks that were not possible. */
  readonly notices: readonly string[];
}

export interface CheckOptions {
  readonly root: string;
  /** Whether to test the ports too, which are taken while the service runs. */
  readonly listens: boolean;
  /** Formats an error for users. */
  describe(error: unknown): string;
}

/** Runs all checks that startup would fail on, regardless of earlier findings. Starts and writes nothing. */
export async function checkProject(options: CheckOptions): Promise<CheckedProject> {
  const { root, listens, describe } = options;
  const faults: Fault[] = [];
  const notices: string[] = [];

  /** Runs `work`; returns undefined and records the fault if it fails. */
  async function attempt<Value>(of: Fault['of'], work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      const problems =
        error instanceof ConfigError
          ? error.problems.map(({ key, problem, advice }) => `${key}: ${problem}; ${advice}`)
          : [describe(error)];
      const known = new Set(faults.map(({ problem }) => problem));
      faults.push(...problems.filter((problem) => !known.has(problem)).map((problem) => ({ of, problem })));
      return undefined;
    }
  }

  const whole = await attempt('configuration', async () => inspectConfig(await configSource({ root })));
  if (whole !== undefined && whole.problems.length > 0)
    await attempt('configuration', () => Promise.reject(new ConfigError(whole.problems)));
  const isUsable = whole?.problems.length === 0;
  if (isUsable) {
    notices.push(...whole.config.notices);
    await attempt('keys', () => assertJwtKeys(whole.config));
  }
  const project = await attempt('generated', () => loadProject(root));
  if (whole === undefined || project === undefined) {
    notices.push('The database and the features were not checked.');
    return { faults, notices };
  }
  // The database is checked even if other settings are invalid.
  const { config, problems } = isUsable
    ? whole
    : await inspectConfig(await configSource({ root, use: 'database' }));
  const fits = await attempt('database', () => findDrift(config, project));
  if (fits !== undefined && fits.length > 0) faults.push({ of: 'database', problem: describeDrift(fits) });
  if (problems.length > 0) {
    notices.push('The features were not checked, because the configuration is invalid.');
    return { faults, notices };
  }
  const isReached = fits !== undefined && !lacksFile(config);
  const place = isReached ? config.database.url : `sqlite:${IN_MEMORY}`;
  const composed = await attempt('service', () =>
    compose(config, { project, place, isFitting: isReached && fits.length === 0 }),
  );
  notices.push(...(composed?.notices ?? []));
  if (composed !== undefined && composed.administrators.length > 0)
    faults.push({ of: 'accounts', problem: describeKnownPasswords(composed.administrators) });
  if (listens)
    for (const problem of await findTakenPorts([config.server, ...(composed?.listens ?? [])]))
      faults.push({ of: 'address', problem });
  return { faults, notices };
}

/** Returns whether the SQLite file is missing. Opening it would create it, without tables. */
function lacksFile({ database }: AppConfig): boolean {
  const location = parseDatabaseUrl(database.url);
  return location.kind === 'sqlite' && !existsSync(location.path);
}

async function findDrift(config: AppConfig, project: Project): Promise<readonly string[]> {
  if (lacksFile(config)) return project.migrations.map(({ id }) => `${id} (pending)`);
  const migrator = await openMigrator({ config, project, log: SILENT_LOGGER });
  return migrator.drift();
}

interface Composed {
  readonly administrators: readonly string[];
  readonly listens: readonly ListenAddress[];
  readonly notices: readonly string[];
}

/**
 * Composes the service and closes it, which validates configuration, types and features together. Returns
 * administrators that may not be exposed to visitors, additional listening addresses, and writers that
 * decision 120 rejects.
 */
async function compose(
  config: AppConfig,
  {
    project,
    place,
    isFitting,
  }: { readonly project: Project; readonly place: string; readonly isFitting: boolean },
): Promise<Composed> {
  const { app, close } = await openApplication(
    {
      config: { ...config, database: { ...config.database, url: place } },
      project,
      log: SILENT_LOGGER,
    },
    { isMaintenance: true },
  );
  try {
    return {
      administrators: isFitting ? await knownPasswords(app) : [],
      listens: app.listens,
      notices: [...previousWriterNotices(app), ...app.notices],
    };
  } finally {
    await close();
  }
}
