import { join } from 'node:path';
import type { Application } from 'cms-api-components/internal/console/open-application.js';
import type { OpenProject } from 'cms-api-components/internal/console/open-project.js';
import type { HttpServer } from 'cms-api-components/internal/adapters/http/server.js';
import { DEVELOPMENT_PASSWORD } from 'cms-api-components/internal/features/accounts/public-api.js';
import type { WatchOutcome } from '../watch.js';
import { followOwnAdmin } from './follow-own-admin.js';
import { generatorOptions } from './generator-options.js';
import type { ScaffoldFilling } from './scaffold-filling.js';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UNFINISHED } from 'cms-api-components/internal/kernel/contract/schema/unfinished.js';
import { MESSAGES_FOLDER } from 'cms-api-components/internal/project/project-messages.js';
import { migrationNames } from 'cms-api-components/internal/project/load-migrations.js';
import { OUTPUT_FOLDER } from '../options.js';
import { readOwnedFiles } from '../output/owned-files.js';
import { createFolderWatch, type FolderWatch } from '../watch-folders.js';

export interface DevSessionOptions {
  readonly root: string;
  readonly overrides: Readonly<Record<string, string>>;
  readonly verbose: boolean;
  /** Allows the first migration to delete stored data. */
  readonly allowDestructive: boolean;
  /** Empties the database before the first start. */
  readonly startsOver: boolean;
  print(line: string): void;
  /** Reports an error that doesn't end the session. */
  complain(error: unknown): void;
}

export interface DevSession {
  /** Resolves with the error that ends the session, such as a port in use. */
  readonly failed: Promise<Error>;
  close(): Promise<void>;
}

/**
 * Shutdown timeout in milliseconds. Event streams of front ends never end, so a longer timeout only delays the restart.
 */
const GRACE_MS = 1000;

/** Runs a server and restarts it with each valid state of the schema files. */
export async function createDevSession(options: DevSessionOptions): Promise<DevSession> {
  const { watch } = await import('../watch.js');
  const { createFilesWatcher } = await import('./watch-files.js');
  const { createScaffoldFilling } = await import('./scaffold-filling.js');
  const { createHttpServer, ListenError } =
    await import('cms-api-components/internal/adapters/http/server.js');
  const { listenAddress, logNotices } = await import('cms-api-components/internal/console/serve-project.js');
  let server: HttpServer | undefined;
  let current: Application | undefined;
  let address = '';
  let { allowDestructive, startsOver } = options;
  let reported = '';
  let served = '';
  let work = Promise.resolve();
  let giveUp: (error: Error) => void = () => undefined;
  const failed = new Promise<Error>((resolve) => (giveUp = resolve));

  const restart = async (): Promise<void> => {
    const state = await generatedState(options.root);
    const { opened, application } = await startApplication(
      { ...options, allowDestructive, startsOver },
      scaffold,
    );
    // The confirmation covers only the data loss known at the start. Later data loss needs a new one.
    allowDestructive = false;
    startsOver = false;
    const notices = opened.config.notices.join('\n');
    if (notices !== reported) logNotices(opened);
    reported = notices;
    const previous = current;
    if (server === undefined) {
      server = createHttpServer(application);
      await server
        .listen(opened.config.server.port, opened.config.server.host)
        .then(() => describeStart(opened, application).forEach((line) => options.print(line)), giveUp);
    } else {
      server.replace(application);
      describeChanges(listenAddress(opened) !== address).forEach((line) => options.print(line));
    }
    address ||= listenAddress(opened);
    current = application;
    served = state;
    // Closes event streams, so that browsers reconnect to the new state immediately.
    previous?.endStreams?.();
    await previous?.close();
  };
  /** Runs restarts one at a time. If one fails, the previous state stays in service. */
  const next = (attempt: () => Promise<void>): void => {
    work = work.then(async () => {
      try {
        await attempt();
      } catch (error) {
        if (error instanceof ListenError) return giveUp(error);
        options.complain(error);
        options.print(current === undefined ? WAITING : 'Still serving the previous version.');
      }
      await settingFiles(options.root).then(settings.follow).catch(options.complain);
    });
  };
  // Settings can't be applied before the first generation. Fixing them triggers it.
  let isGenerated = false;
  const onOutcome = (outcome: WatchOutcome): void =>
    next(async () => {
      if (outcome.kind === 'failed') throw outcome.error;
      isGenerated = true;
      const { written, deleted, notices } = outcome.result;
      notices.forEach((notice) => options.print(notice));
      // Another command, such as `cms generate`, may have written the files that this run found up to date.
      const isChanged =
        written.length + deleted.length > 0 || served !== (await generatedState(options.root));
      if (current === undefined || isChanged) await restart();
    });
  const scaffold = await createScaffoldFilling(options, () =>
    next(async () => {
      if (current !== undefined) await scaffold.fill(current);
    }),
  );
  const settings = createFilesWatcher(() =>
    next(async () => {
      if (isGenerated) await restart();
    }),
  );
  settings.follow(await settingFiles(options.root));
  const restartIf = async (isNeeded: () => boolean | Promise<boolean>): Promise<void> => {
    if (current !== undefined && (await isNeeded())) await restart();
  };
  const migrations = watchMigrations(options.root, () =>
    next(() => restartIf(async () => served !== (await generatedState(options.root)))),
  );
  const messages = watchMessages(options.root, () => next(() => restartIf(() => true)));
  const ownAdmin = followOwnAdmin(options);
  const watcher = watch(await generatorOptions(options.root, { withoutMigration: true }), onOutcome);
  return {
    failed,
    async close() {
      for (const watched of [settings, migrations, messages, scaffold]) watched.close();
      await ownAdmin.close();
      await watcher.close();
      await work;
      await server?.close(GRACE_MS);
      await current?.close();
    },
  };
}

const WAITING = 'Waiting for changes in schemas/, the configuration file or .env.';

/**
 * Returns the files other than schema files that affect the state: the configuration, the code that it imports, and
 * `.env`.
 */
async function settingFiles(root: string): Promise<readonly string[]> {
  const { CONFIG_FILES } = await import('cms-api-components/internal/kernel/settings/config.js');
  const { createModuleLoader } = await import('cms-api-components/internal/project/module-loader.js');
  const loader = createModuleLoader(root);
  const configs = CONFIG_FILES.map((name) => join(root, name));
  const imported = await Promise.all(configs.map((path) => loader.filesOf(path)));
  return [...new Set([...configs, join(root, '.env'), ...imported.flat()])];
}

/** Opens the generated state. Updates the tables first, and loads the scaffold into an empty database. */
async function startApplication(
  options: DevSessionOptions,
  scaffold: ScaffoldFilling,
): Promise<{ readonly opened: OpenProject; readonly application: Application }> {
  const { openMigrator, openProject } = await import('cms-api-components/internal/console/open-project.js');
  const { openForVisitors } = await import('cms-api-components/internal/console/serve-project.js');
  const { assertListenable } = await import('cms-api-components/internal/adapters/http/server.js');
  const opened = await openProject(options);
  const migrator = await openMigrator(opened);
  if (options.startsOver) {
    const { port, host } = opened.config.server;
    // The process on this port is probably this project, and uses the database that would be emptied.
    await assertListenable(port, host);
    await migrator.empty();
  }
  await migrator.follow({ allowDestructive: options.allowDestructive });
  const application = await openForVisitors(opened);
  await scaffold.fill(application);
  return { opened, application };
}

function describeStart({ config }: OpenProject, { app }: Application): readonly string[] {
  const { server, apiPrefix, admin, conveniences, mailer } = config;
  const links = app.features.flatMap(({ http }) => http?.links ?? []);
  const addresses = app.features.flatMap(({ http }) => http?.addresses?.() ?? []);
  const line = (title: string, href: string): string => `${title.padEnd(15)}${href}`;
  const url = `${server.publicUrl}${apiPrefix}`;
  return [
    '',
    line('API', url),
    line('Documentation', `${url}/docs`),
    ...addresses.map(({ title, href }) => line(title, href)),
    ...links.flatMap(({ title, href }) => (title === undefined ? [] : [line(title, href)])),
    ...(admin !== null && conveniences ? [`Administrator  ${describeAdmin(admin)}`] : []),
    ...(mailer.dsn.startsWith('file:') ? [`Emails         ${mailer.dsn.slice('file:'.length)}`] : []),
    '',
    'Watching schemas/, messages/, the configuration file and .env for changes. Press Ctrl+C to stop.',
  ];
}

/** Describes the admin account. Omits a chosen password, because terminal output ends up in logs. */
function describeAdmin({ username, password }: NonNullable<OpenProject['config']['admin']>): string {
  return `${username} / ${password === DEVELOPMENT_PASSWORD ? password : 'the password in ADMIN_PASSWORD'}`;
}

/** Returns a hash of the state of `generated/`, migrations included. */
async function generatedState(root: string): Promise<string> {
  const outputDir = join(root, OUTPUT_FOLDER);
  const { generator, inputs } = await readOwnedFiles({ projectRoot: root, outputDir });
  const migrations = createHash('sha256');
  for (const name of await migrationNames(root))
    migrations.update(`${name}\n`).update(await readFile(join(outputDir, 'migrations', name)));
  return `${generator} ${inputs} ${migrations.digest('hex')}`;
}

/** Calls `onChange` when another command or a branch switch has changed the migrations of a project. */
function watchMigrations(root: string, onChange: () => void): FolderWatch {
  const outputDir = join(root, OUTPUT_FOLDER);
  const folder = join(outputDir, 'migrations');
  return createFolderWatch(
    [
      { path: root, concerns: () => false },
      { path: outputDir, concerns: (name) => name === UNFINISHED || name === 'migrations' },
      { path: folder, concerns: (name) => name.endsWith('.ts') },
      { path: join(folder, 'meta'), concerns: (name) => name.endsWith('.json') },
    ],
    () => {
      // The generator removes this file when it has finished, which triggers another event.
      if (!existsSync(join(outputDir, UNFINISHED))) onChange();
    },
  );
}

function describeChanges(isMoved: boolean): readonly string[] {
  return ['Applied the changes.', ...(isMoved ? ['Restart `cms dev` to apply the new PORT and HOST.'] : [])];
}

const watchMessages = (root: string, onChange: () => void): ReturnType<typeof createFolderWatch> =>
  createFolderWatch(
    [
      { path: root, concerns: (name) => name === MESSAGES_FOLDER },
      { path: join(root, MESSAGES_FOLDER), concerns: (name) => name.endsWith('.json') },
    ],
    onChange,
  );
