/** Starts the API, and the front end once it answers; both end together. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

try {
  process.loadEnvFile('.env');
} catch {
  // Without the file everything is at its default.
}
const api = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 8000}/api`;
const isWindows = process.platform === 'win32';
const running = [];
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
start('dev:api');
while (!(await answers())) await sleep(200);
start('dev:site');

function start(script) {
  // A group of its own: what a script starts ends with it.
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
    detached: !isWindows,
    env: { ...process.env, API_URL: api },
  });
  running.push(child);
  child.once('exit', (code) => end(code ?? 1));
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
  for (const { pid, exitCode } of running) {
    if (exitCode !== null || pid === undefined) continue;
    if (isWindows) spawn('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, 'SIGTERM');
  }
}
