/**
 * Starts the front end: `node site.js dev` or `node site.js start`. Listens on SITE_HOST (default: HOST, then
 * localhost) and SITE_PORT (default: 3000), and reads from the API at API_URL.
 */
import { spawn } from 'node:child_process';
import { commandsOf } from './front-end/commands.js';

try {
  process.loadEnvFile('.env');
} catch {
  // Without .env, all settings have their defaults.
}
const isWindows = process.platform === 'win32';
const host = process.env.SITE_HOST ?? process.env.HOST ?? 'localhost';
const port = process.env.SITE_PORT ?? '3000';
const { API_URL = `http://localhost:${process.env.PORT ?? 8000}/api` } = process.env;
const isDev = process.argv[2] === 'dev';
const commands = commandsOf({ host, port, apiUrl: API_URL });
const env = {
  ...commands.env,
  ...process.env,
  ...{ SITE_HOST: host, SITE_PORT: port, HOST: host, PORT: port, API_URL },
  NODE_ENV: isDev ? 'development' : 'production',
};
const running = commands[isDev ? 'dev' : 'start'].map(([command, ...args]) =>
  // npm scripts find package commands by name; Windows needs a shell for that.
  spawn(command === 'node' ? process.execPath : command, args, {
    env,
    stdio: 'inherit',
    shell: isWindows && command !== 'node',
  }),
);

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
for (const child of running) {
  child.once('error', ({ message }) => console.error(message));
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 1;
    end('SIGTERM');
  });
}

function end(signal) {
  for (const child of running) if (child.exitCode === null) child.kill(signal);
}
