/**
 * Starts the API, then the front end. Flags are passed to `cms dev`: `npm run dev -- --fresh` resets the database. If
 * the front end fails, the API keeps running. If the API ends, the front end ends too.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

try {
  process.loadEnvFile('.env');
} catch {
  // Without .env, all settings have their defaults.
}
const api = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 8000}/api`;
const isWindows = process.platform === 'win32';
// npm, pnpm and yarn identify themselves in the same variable. npm comes with Node.
const manager = /^(pnpm|yarn)\//.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 'npm';
const running = [];
let isEnding = false;
// URL of the site, for previews in the admin and for links in mails.
const site = process.env.EMAIL_LINK_DEFAULT_ORIGIN ?? `http://localhost:${process.env.SITE_PORT ?? 3000}`;

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
start('dev:api', process.argv.slice(2), (how) => {
  console.error(`The API exited (${how}). Stopping the front end.`);
  end(1);
});
while (!isEnding && !(await answers())) await sleep(200);
if (!isEnding)
  start('dev:site', [], (how) =>
    console.error(
      `The front end exited (${how}). The API is still running at ${api}. Restart the front end with \`${manager} run dev:site\`.`,
    ),
  );

function start(script, flags, ended) {
  const isNpm = manager === 'npm';
  const call = [...(isNpm ? ['--silent'] : []), script, ...(isNpm && flags.length > 0 ? ['--'] : []), ...flags];
  // A separate process group, so that child processes of the script end with it.
  const child = spawn(manager, ['run', ...call], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
    detached: !isWindows,
    env: { ...process.env, API_URL: api, EMAIL_LINK_DEFAULT_ORIGIN: site },
  });
  const forget = (how) => {
    if (!running.includes(child)) return;
    running.splice(running.indexOf(child), 1);
    if (!isEnding) ended(how);
  };
  running.push(child);
  child.once('error', ({ message }) => forget(message));
  child.once('exit', (code, signal) => forget(code === null ? `by ${signal}` : `with code ${code}`));
}

function answers() {
  return fetch(`${api}/_/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function end(code) {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const { pid } of running) {
    if (pid === undefined) continue;
    if (isWindows) spawn('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, 'SIGTERM');
  }
}
