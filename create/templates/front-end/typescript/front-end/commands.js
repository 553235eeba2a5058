import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

export const commandsOf = () => ({
  /** Compiler and server watch their files, so changes apply to the next request. */
  get dev() {
    waitForCompiler();
    return [
      ['node', 'node_modules/typescript/bin/tsc', '-p', 'front-end', '--watch', '--preserveWatchOutput'],
      ['node', '--watch', 'build/server.js'],
    ];
  },
  start: [['node', 'build/server.js']],
});

/** Creates an empty file for the server to start with. The compiler replaces it. */
function waitForCompiler() {
  if (existsSync('build/server.js')) return;
  mkdirSync('build', { recursive: true });
  writeFileSync('build/server.js', '');
}
