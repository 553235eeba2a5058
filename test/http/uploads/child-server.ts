import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { AppConfig } from '../../../runtime/config/app-config.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface ChildServer {
  readonly origin: string;
  /** Returns the resident memory of the process in bytes. */
  memory(): Promise<number>;
  /** Kills the process immediately, whatever it is doing. */
  kill(): Promise<void>;
}

const UPLOAD_SERVER = new URL('./children/upload-server.ts', import.meta.url);

/** Starts the application in a separate process, on the database and files of `config`; `entry` defines its types. */
export async function startChildServer(config: AppConfig, entry = UPLOAD_SERVER): Promise<ChildServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-child-'));
  const configFile = join(folder, 'config.json');
  await writeFile(configFile, JSON.stringify(config));
  const program = await bundle(entry);
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [program, configFile], { cwd: ROOT });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async (): Promise<number> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the server process ended: ${errors}`);
    return Number(value);
  };
  const port = await nextLine();
  return {
    origin: `http://127.0.0.1:${port}`,
    memory() {
      child.stdin.write('memory\n');
      return nextLine();
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const bundled = new Map<string, Promise<string>>();

/** Bundles a program into one file inside the repository, so that it finds its package and its dependencies. */
export function bundle(entry: URL): Promise<string> {
  const done = bundled.get(entry.href) ?? bundleEntry(entry);
  bundled.set(entry.href, done);
  return done;
}

async function bundleEntry(entry: URL): Promise<string> {
  const target = join(ROOT, 'node_modules', '.cache', 'cms-test');
  await mkdir(target, { recursive: true });
  const outfile = join(target, `${basename(entry.pathname, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    outfile,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { 'cms-api-components': join(ROOT, 'runtime/index.ts') },
  });
  return outfile;
}

/** Deletes the bundled programs. */
export async function removeBundle(): Promise<void> {
  for (const program of bundled.values()) await rm(await program, { force: true });
  bundled.clear();
}
