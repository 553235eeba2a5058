/** Program that installs packages and runs scripts. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn';

/**
 * Returns the package manager that runs this program. All of them set the same variable.
 * @param userAgent `pnpm/9.1.0 npm/? node/v20.20.0 linux x64`
 */
export function packageManagerOf(userAgent: string | undefined): PackageManager {
  const name = /^(npm|pnpm|yarn)\//.exec(userAgent ?? '')?.[1];
  return name === 'pnpm' || name === 'yarn' ? name : 'npm';
}

/** Returns the next commands for a new project, one per line. */
export function nextCommands(directory: string, manager: PackageManager, hasFrontEnd: boolean): string {
  const folder = /^[\w./~-]+$/.test(directory) ? directory : JSON.stringify(directory);
  const run = manager === 'npm' ? 'npm run' : manager;
  const start = hasFrontEnd ? `${run} dev` : `${manager} start`;
  const lines = [...(directory === '.' ? [] : [`cd ${folder}`]), `${manager} install`, start];
  return lines.map((line) => `  ${line}`).join('\n');
}
