import { parseArgs } from 'node:util';
import {
  CONTENTS,
  DATABASES,
  DEPLOYMENTS,
  FRONT_ENDS,
  namesOf,
  type Choice,
  type ProjectChoices,
} from './choices.js';

/** Parsed arguments. Missing values are prompted for, or set to defaults. */
export interface Call {
  readonly directory: string | undefined;
  readonly name: string | undefined;
  readonly choices: Partial<ProjectChoices>;
  readonly asksNothing: boolean;
  readonly wants: 'project' | 'help' | 'version';
}

/** The arguments are invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  database: { type: 'string' },
  content: { type: 'string' },
  'front-end': { type: 'string' },
  'no-admin': { type: 'boolean' },
  deploy: { type: 'string', multiple: true },
  name: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/**
 * Parses the arguments.
 * @param isInteractive whether a user can answer prompts
 * @throws UsageError if the arguments are invalid.
 */
export function readCall(args: readonly string[], isInteractive: boolean): Call {
  const { values, positionals } = parse(args);
  if (positionals.length > 1)
    throw new UsageError(`Pass only one folder, not several: ${positionals.join(', ')}`);
  const database = chosen('database', values.database, DATABASES);
  const content = chosen('content', values.content, CONTENTS);
  const frontEnd = chosen('front-end', values['front-end'], FRONT_ENDS);
  const deployments = (values.deploy ?? []).flatMap((name) => chosen('deploy', name, DEPLOYMENTS) ?? []);
  return {
    directory: positionals[0],
    name: values.name,
    choices: {
      ...(database === undefined ? {} : { database }),
      ...(content === undefined ? {} : { content }),
      ...(frontEnd === undefined ? {} : { frontEnd }),
      admin: values['no-admin'] !== true,
      deployments,
    },
    asksNothing: values.yes === true || !isInteractive,
    wants: values.help === true ? 'help' : values.version === true ? 'version' : 'project',
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The first sentence of the message names the argument. The others list alternatives.
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(`${message}.`);
  }
}

function chosen<Name extends string>(
  flag: string,
  value: string | undefined,
  choices: readonly Choice<Name>[],
): Name | undefined {
  if (value === undefined) return undefined;
  const name = namesOf(choices).find((one) => one === value);
  if (name !== undefined) return name;
  throw new UsageError(`--${flag} must be one of ${namesOf(choices).join(', ')}, but is "${value}".`);
}
