import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.js';
import { aProject, type ProjectState } from './a-project.js';
import { type RunOptions, startCms } from './run-cms.js';

export { signIn } from '../support/sign-in.js';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
/** A busy machine with one core takes ten times as long as an idle one. */
export const START_MS = 180_000;

export interface RunningSite {
  /** API address, without a trailing slash. */
  readonly url: string;
  output(): string;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<number | null>;
}

export interface SiteOptions extends Pick<RunOptions, 'cwd' | 'cms' | 'env'> {
  readonly flags?: readonly string[];
  /** `api_prefix` of the project. The default is that of a new one. */
  readonly prefix?: string;
}

/**
 * Serves a project on a free port and waits for its first response. The caller ends it.
 * @throws Error with its output when it does not start.
 */
export async function startSite(
  command: 'dev' | 'serve',
  { flags = [], prefix = '/api', ...options }: SiteOptions,
): Promise<RunningSite> {
  const port = await freePort();
  const child = startCms([command, '--port', String(port), ...flags], options);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}${prefix}`;
  const deadline = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(`${url}/_/health`).catch(() => undefined);
    if (answer?.status === 200) break;
    if (Date.now() > deadline || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`The site did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    output: () => output,
    signal: (name) => void child.kill(name),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** A project of the given state with the package installed, which is deleted after the test by default. */
export async function anInstalledProject(state: ProjectState, into?: string): Promise<string> {
  const project = await aProject(state, into);
  await installPackage(project);
  return project;
}

/** Imitates `npm install` for a file: dependency of a checkout. */
export async function installPackage(project: string): Promise<void> {
  await mkdir(join(project, 'node_modules'));
  for (const name of ['', '-generator', '-admin', '-imports'].map((end) => `cms-api-components${end}`))
    await symlink(join(PACKAGE, 'node_modules', name), join(project, 'node_modules', name));
}

/** Installs a package of this repository in a project, with its commands. */
export async function linkPackage(project: string, name: string): Promise<void> {
  const place = join(project, 'node_modules', name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(join(PACKAGE, 'node_modules', name), place);
  const commands = join(project, 'node_modules/.bin');
  await mkdir(commands, { recursive: true });
  const { bin = {} } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as {
    readonly bin?: Readonly<Record<string, string>>;
  };
  for (const [command, path] of Object.entries(bin))
    await symlink(join(place, path), join(commands, command));
}
