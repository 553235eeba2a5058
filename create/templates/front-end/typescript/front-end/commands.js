import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

export const commandsOf = () => ({
  /** The compiler and the server watch their files, so the next request shows a change. */
  get dev() {
    waitForCompiler();
    return [
      ['node', 'node_modules/typescript/bin/tsc', '-p', 'front-end', '--watch', '--preserveWatchOutput'],
      ['node', '--watch', 'build/server.js'],
    ];
  },
  start: [['node', 'build/server.js']],
});

/** The server starts with an empty file, which the compiler replaces. */
function waitForCompiler() {
  if (existsSync('build/server.js')) return;
  mkdirSync('build', { recursive: true });
  writeFileSync('build/server.js', '');
}
