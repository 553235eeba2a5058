import type { Command, Interfaces } from '@oclif/core';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../support/commands.js';
import { GLOBAL_FLAGS } from '../../../runtime/adapters/console/global-flags.js';
import { expectPage } from './write-page.js';

const PAGE = 'docs/reference/commands.md';
const INTRODUCTION = `# Commands

Every command of \`cms\` with its arguments and flags. In a project it is typed \`npx cms\`, and \`cms COMMAND --help\` says the same. Commands
that a feature of the project declares are listed by \`cms help\`. Results go to the standard output, everything else to the standard
error. The exit code is 0 for success, 1 for a failure and 2 for words that were not understood. \`npm run docs:reference\` writes
this page from the commands.`;

type Flag = Interfaces.FlagInput[string];

/** What the command line fills in. */
const filled = (text: string, id: string): string =>
  text.replaceAll(/<%= ?config\.bin ?%>/g, 'cms').replaceAll(/<%= ?command\.id ?%>/g, id);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function printFlag([name, flag]: [string, Flag]): string {
  const { char, summary, description, type } = flag;
  const allowNo = 'allowNo' in flag && flag.allowNo === true;
  const options = 'options' in flag ? (flag.options as readonly string[] | undefined) : undefined;
  const preset = 'default' in flag && typeof flag.default !== 'function' ? flag.default : undefined;
  const helpValue = 'helpValue' in flag && typeof flag.helpValue === 'string' ? flag.helpValue : undefined;
  const value = type === 'boolean' ? '' : ` ${helpValue ?? name.toUpperCase()}`;
  const written = `\`${char === undefined ? '' : `-${char}, `}--${allowNo ? '[no-]' : ''}${name}${value}\``;
  const more = [
    options === undefined ? '' : ` One of ${options.map((option) => `\`${option}\``).join(', ')}.`,
    preset === undefined || preset === false ? '' : ` Default: \`${String(preset)}\`.`,
    'multiple' in flag && flag.multiple === true ? ' May be given several times.' : '',
  ];
  return `| ${written} | ${cell(filled(summary ?? description ?? '', ''))}${more.join('')} |`;
}

function printFlags(flags: Interfaces.FlagInput): string {
  const rows = Object.entries(flags).filter(([, { hidden }]) => hidden !== true);
  return rows.length === 0 ? '' : ['| Flag | Meaning |', '| --- | --- |', ...rows.map(printFlag)].join('\n');
}

function printArguments(args: Interfaces.ArgInput): string {
  const rows = Object.entries(args).map(
    ([name, { description, required }]) =>
      `| \`${name.toUpperCase()}\` | ${cell(description ?? '')}${required === true ? '' : ' Optional.'} |`,
  );
  return rows.length === 0 ? '' : ['| Argument | Meaning |', '| --- | --- |', ...rows].join('\n');
}

function printCommand([id, command]: [string, Command.Class]): string {
  const examples = (command.examples ?? []).filter((example) => typeof example === 'string');
  const aliases = (command.aliases ?? []).map((alias) => `\`cms ${alias}\``);
  return [
    `## cms ${id}`,
    filled(command.summary ?? '', id),
    filled(command.description ?? '', id),
    printArguments(command.args ?? {}),
    printFlags(command.flags ?? {}),
    examples.length === 0
      ? ''
      : `\`\`\`sh\n${examples.map((example) => filled(example, id)).join('\n')}\n\`\`\``,
    aliases.length === 0 ? '' : `Also: ${aliases.join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

test(`${PAGE} says of every command what the command says`, async () => {
  const commands = Object.entries(COMMANDS).filter(([, { hidden }]) => hidden !== true);
  expect(commands.length).toBeGreaterThan(20);
  const shared = `## Every command\n\n${printFlags(GLOBAL_FLAGS)}`;
  await expectPage(PAGE, [INTRODUCTION, shared, ...commands.map(printCommand)].join('\n\n'));
});
