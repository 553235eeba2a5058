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

/** What the arguments say; what they leave out is asked for, or taken from the defaults. */
export interface Call {
  readonly directory: string | undefined;
  readonly name: string | undefined;
  readonly choices: Partial<ProjectChoices>;
  readonly asksNothing: boolean;
  readonly wants: 'project' | 'help' | 'version';
}

/** A call that cannot be understood. */
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
 * Reads the arguments of a call.
 * @param isInteractive whether somebody at a terminal can answer
 * @throws UsageError when they cannot be understood.
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
    // Its message names the argument, and then goes on about how else it could be written.
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
