import type { Command } from '@oclif/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, flagsOf } from '../support/commands.js';
import { GLOBAL_FLAGS } from '../../runtime/console/global-flags.js';
import { type CodeBlock, type DocPage, NEW_PROJECT, placeOf, ROOT } from './read-pages.js';
import { shellCommands } from './shell-words.js';

/** Other programs of a reader's machine. Their arguments are not checked. */
const PROGRAMS = new Set(
  `cd mkdir cp mv rm ls cat echo printf export test diff tar gzip git ssh scp rsync sudo openssl node docker psql pg_dump
  pg_restore createdb mariadb kubectl mariadb-dump sqlite3 systemctl systemd-run nginx varnishadm sleep date chmod chown kill
  openapi-generator-cli`.split(/\s+/),
);
const NPM_OWN = new Set([
  'install',
  'ci',
  'init',
  'create',
  'pack',
  'uninstall',
  'update',
  'ls',
  'outdated',
  'audit',
]);

/** Flags of each command, including those of the installed packages. */
const FLAGS = new Map(
  await Promise.all(
    Object.values(COMMANDS).map(async (command) => [command, await flagsOf(command)] as const),
  ),
);

/** Problems of the commands in a block: unknown programs, scripts, commands and flags. */
export function shellProblems(block: CodeBlock, page: DocPage): readonly string[] {
  const faults = shellCommands(block.code).flatMap((words) => faultsOf(words, page));
  return faults.map((fault) => `${placeOf(block)}: ${fault}`);
}

function faultsOf([program = '', ...words]: readonly string[], page: DocPage): readonly string[] {
  switch (program) {
    case 'cms':
      return cmsFaults(words, page);
    case 'npx':
    case 'sudo':
      return faultsOf(words, page);
    case 'npm':
      return npmFaults(words, page);
    // Its addresses are checked like those of `http` blocks.
    case 'curl':
      return [];
    default:
      return PROGRAMS.has(program) ? [] : [`the program "${program}" is not known`];
  }
}

function npmFaults([verb = '', name = '']: readonly string[], page: DocPage): readonly string[] {
  if (NPM_OWN.has(verb)) return [];
  const script = verb === 'run' ? name : verb;
  return scriptsOf(page).has(script) ? [] : [`npm has no script "${script}" here`];
}

/** Scripts of a new project, and scripts that the page adds. */
function scriptsOf({ blocks, project }: DocPage): ReadonlySet<string> {
  const template = readFileSync(
    join(ROOT, project === 'sample' ? '' : NEW_PROJECT[0], 'package.json'),
    'utf8',
  );
  const texts = [template, ...blocks.filter(({ path }) => path === 'package.json').map(({ code }) => code)];
  return new Set(
    texts.flatMap((text) => Object.keys((JSON.parse(text) as { readonly scripts?: object }).scripts ?? {})),
  );
}

function cmsFaults([id = '', ...words]: readonly string[], { text }: DocPage): readonly string[] {
  // The command line prints its commands, and features of the page's project add commands.
  if (id === 'help' || id.startsWith('-') || text.includes(`name: '${id}'`)) return [];
  const command = commandOf(id);
  if (command === undefined) return [`there is no command "cms ${id}"`];
  const flags = { ...GLOBAL_FLAGS, ...FLAGS.get(command) };
  // Features of the page's project also add flags.
  const isOfPage = (word: string): boolean => text.includes(`${word.slice(2)}: { type: `);
  const unknown = words.filter((word) => /^-./.test(word) && !isFlag(word, flags) && !isOfPage(word));
  return unknown.map((word) => `"cms ${id}" has no flag ${word}`);
}

function commandOf(id: string): Command.Class | undefined {
  return (
    COMMANDS[id] ??
    Object.values(COMMANDS).find(({ aliases, hiddenAliases }) =>
      [...(aliases ?? []), ...(hiddenAliases ?? [])].includes(id),
    )
  );
}

interface KnownFlag {
  readonly char?: string;
  readonly allowNo?: boolean;
}

function isFlag(word: string, flags: Readonly<Record<string, KnownFlag>>): boolean {
  const name = word.replace(/=.*/, '');
  if (name === '--help' || name === '--') return true;
  if (!name.startsWith('--')) {
    const chars = new Set(Object.values(flags).map(({ char }) => char));
    return [...name.slice(1)].every((char) => chars.has(char));
  }
  const denied = flags[name.replace(/^--no-/, '')];
  return name.slice(2) in flags || (name.startsWith('--no-') && denied?.allowNo === true);
}
