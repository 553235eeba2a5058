/**
 * Starts the API, and the front end once it answers. Flags are for `cms dev`: `npm run dev -- --fresh` starts over. A front end
 * that fails leaves the API running; without the API both end.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

try {
  process.loadEnvFile('.env');
} catch {
  // Without the file everything is at its default.
}
const api = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 8000}/api`;
const isWindows = process.platform === 'win32';
// npm, pnpm and yarn say who they are in the same variable; npm comes with Node.
const manager = /^(pnpm|yarn)\//.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 'npm';
const running = [];
let isEnding = false;
// Where the site will be: the admin shows it beside its pages, and mails lead to it.
const site = process.env.EMAIL_LINK_DEFAULT_ORIGIN ?? `http://localhost:${process.env.SITE_PORT ?? 3000}`;

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
start('dev:api', process.argv.slice(2), (how) => {
  console.error(`The API ended (${how}), so everything ends.`);
  end(1);
});
while (!isEnding && !(await answers())) await sleep(200);
if (!isEnding)
  start('dev:site', [], (how) =>
    console.error(
      `The front end ended (${how}). The API goes on at ${api}; \`${manager} run dev:site\` starts the front end again.`,
    ),
  );

function start(script, flags, ended) {
  const isNpm = manager === 'npm';
  const call = [...(isNpm ? ['--silent'] : []), script, ...(isNpm && flags.length > 0 ? ['--'] : []), ...flags];
  // A group of its own: what a script starts ends with it.
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
