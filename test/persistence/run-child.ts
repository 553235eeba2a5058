import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/**
 * Runs a TypeScript program of `children/` in a separate Node process and returns its output.
 * @throws when it exits with a code other than 0
 */
export async function runChild(name: string, ...programArguments: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // An argument of a process is limited to 128 kB.
    minify: true,
  });
  const code = outputFiles[0]?.text ?? '';
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '--eval', code, '--', ...programArguments],
    {
      cwd: ROOT,
    },
  );
  return stdout;
}
