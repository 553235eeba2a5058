import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aProject } from './a-project.js';
import { CMS } from './run-cms.js';

/** Runs a command with a terminal. */
const SCRIPT = '/usr/bin/script';

interface Terminal {
  /** Text on the screen, without cleared lines. */
  screen(): string;
  type(text: string): void;
  readonly code: Promise<number | null>;
}

function onTerminal(args: readonly string[], cwd: string): Terminal {
  const command = [process.execPath, CMS, ...args].join(' ');
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    // Readline moves to the first column and clears from there.
    screen: () => output.replaceAll(/[^\n]*\u001B\[1G\u001B\[0J/g, ''),
    type: (text) => void child.stdin.write(text),
    code: new Promise((resolve) => child.once('close', resolve)),
  };
}

// `script` provides the terminal. A machine without it cannot run these tests.
describe.skipIf(!existsSync(SCRIPT))('questions on a terminal', () => {
  test('remain on the screen, and an invalid name is requested again', async () => {
    const cwd = await aProject('initialised');
    const terminal = onTerminal(['make:api-component', '--publishable', '--uploadable'], cwd);
    await expect.poll(terminal.screen).toContain('Name of the component');
    terminal.type('bad name\r');
    await expect.poll(terminal.screen).toMatch(/is not a valid type name[^]*Name of the component/);
    terminal.type('Teaser\r');
    await expect.poll(terminal.screen).toContain('timestamped?');
    terminal.type('y\r');
    expect(await terminal.code).toBe(0);
    expect(await readFile(join(cwd, 'schemas/Teaser.json'), 'utf8')).toContain('"x-timestamped": true');
  });

  test('end with Ctrl+C before anything is done', async () => {
    const cwd = await aProject('initialised');
    const terminal = onTerminal(['make:api-component'], cwd);
    await expect.poll(terminal.screen).toContain('Name of the component');
    terminal.type('\u0003');
    expect(await terminal.code).toBe(1);
    expect(terminal.screen()).toContain('Canceled. Nothing was changed.');
    expect(terminal.screen()).not.toContain('Unexpected');
  });

  test('require confirmation of the paths that were not given, and of none if both were given', async () => {
    const cwd = await aProject('initialised');
    const rename = ['make:rename-component', 'Title', 'Heading'];
    const declined = onTerminal(rename, cwd);
    await expect.poll(declined.screen).toContain('--new-iri /component/headings)? (y/N)');
    declined.type('n\r');
    expect(await declined.code).toBe(1);
    expect(existsSync(join(cwd, 'schemas/Title.json'))).toBe(true);

    const iris = ['--old-iri', '/component/titles', '--new-iri', '/component/headings'];
    const given = onTerminal([...rename, ...iris], cwd);
    expect(await given.code).toBe(0);
    expect(given.screen()).toContain('deleted schemas/Title.json');
  });

  test.each([
    [['make:api-component', '-n'], 1, 'Not enough arguments (missing: "name").'],
    [['make:page-data', '--no-interaction'], 1, 'Not enough arguments (missing: "name").'],
    [['make:rename-component', 'Title', '-n'], 1, 'Not enough arguments (missing: "new-name").'],
    [
      ['make:rename-component', 'Title', 'Heading', '-n'],
      1,
      'Missing options, which are required without a terminal: --old-iri',
    ],
    [['make:cms-scaffold', 'BlogScaffold', '-n'], 0, 'scaffolds/BlogScaffold.ts'],
  ])('are not displayed for %j', async (args, code, line) => {
    const cwd = await aProject('initialised');
    const terminal = onTerminal(args, cwd);
    expect(await terminal.code).toBe(code);
    expect(terminal.screen()).toContain(line);
  });
});
