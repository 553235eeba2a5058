import { join, resolve } from 'node:path';
import {
  CONTENTS,
  DATABASES,
  DEFAULT_CHOICES,
  DEPLOYMENTS,
  FRONT_ENDS,
  namesOf,
  type ProjectChoices,
} from './choices.js';
import { createProject, FolderError } from './create-project.js';
import { ownFolder, ownPackage } from './own-package.js';
import { nextCommands, packageManagerOf } from './package-manager.js';
import { packageSpecifiers } from './package-specifier.js';
import { createQuestions, NoAnswerError } from './questions.js';
import { readCall, UsageError, type Call } from './read-call.js';

const HELP = `Create a cms-api-components project.

  npm create cms-api-components [FOLDER] [-- OPTIONS]

  --database   ${namesOf(DATABASES).join(', ')}
  --content    ${namesOf(CONTENTS).join(', ')}
  --front-end  ${namesOf(FRONT_ENDS).join(', ')}
  --no-admin   omit the admin, the web interface for editors
  --deploy     ${namesOf(DEPLOYMENTS).join(', ')}; can be repeated
  --name       package name; default: the name of the folder
  -y, --yes    do not prompt; default to the first value of each list
  -h, --help   show this help
  --version    show the version
`;

/** Folders of the packages that a project depends on. In a checkout they are next to this package. */
const packageFolders = (): Readonly<Record<string, string>> => ({
  'cms-api-components': join(ownFolder(), '../runtime'),
  'cms-api-components-generator': join(ownFolder(), '../generator'),
  'cms-api-components-admin': join(ownFolder(), '../admin-app'),
  'cms-api-components-imports': join(ownFolder(), '../runtime/packages/imports'),
});

/** Input of `createProject`. */
type Wanted = ProjectChoices & Pick<Call, 'name'> & { readonly directory: string };

/**
 * Creates the project for the arguments and answers. Prints file paths to stdout and everything else to stderr.
 * @returns the exit code; 2 for invalid arguments.
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const call = readCall(args, process.stdin.isTTY);
    if (call.wants === 'help') process.stdout.write(HELP);
    else if (call.wants === 'version') process.stdout.write(`${ownPackage().version}\n`);
    else await make(call.asksNothing || isToldByNpm() ? assume(call) : await ask(call));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) return fail(`${error.message}\nSee --help.`, 2);
    if (error instanceof FolderError || error instanceof NoAnswerError) return fail(error.message, 1);
    throw error;
  }
}

/** Whether npm was called with `-y`. npm passes the flag in a variable instead of an argument. */
const isToldByNpm = (): boolean => process.env['npm_config_yes'] === 'true';

async function make(wanted: Wanted): Promise<void> {
  const { directory, frontEnd } = wanted;
  const { version } = ownPackage();
  const specifiers = await packageSpecifiers(resolve(directory), version, packageFolders());
  const files = await createProject({ ...wanted, specifiers });
  process.stdout.write(files.map((file) => `${file}\n`).join(''));
  const manager = packageManagerOf(process.env['npm_config_user_agent']);
  report(`\nNext steps:\n${nextCommands(directory, manager, frontEnd !== 'none')}`);
}

/** Fills in the defaults of missing arguments and prints them. */
function assume({ directory, name, choices }: Call): Wanted {
  if (directory === undefined)
    throw new UsageError('Missing folder. Pass it as an argument: npm create cms-api-components my-site');
  const taken = FLAGS.filter(([, key]) => choices[key] === undefined);
  if (taken.length > 0)
    report(`Using defaults: ${taken.map(([flag, key]) => `${flag} ${DEFAULT_CHOICES[key]}`).join(' ')}`);
  return { directory, name, ...DEFAULT_CHOICES, ...choices };
}

const FLAGS = [
  ['--database', 'database'],
  ['--content', 'content'],
  ['--front-end', 'frontEnd'],
] as const;

async function ask({ directory, name, choices }: Call): Promise<Wanted> {
  const questions = createQuestions(process.stdin, process.stderr);
  try {
    return {
      name,
      directory: directory ?? (await questions.text('Project folder?', 'my-site')),
      database: choices.database ?? (await questions.choice('Which database?', DATABASES)),
      content: choices.content ?? (await questions.choice('Which content to start with?', CONTENTS)),
      frontEnd: choices.frontEnd ?? (await questions.choice('Which front end?', FRONT_ENDS)),
      admin: choices.admin ?? DEFAULT_CHOICES.admin,
      deployments: choices.deployments ?? [],
    };
  } finally {
    questions.close();
  }
}

const report = (text: string): void => void process.stderr.write(`${text}\n`);

function fail(message: string, code: number): number {
  report(message);
  return code;
}
