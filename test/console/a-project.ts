import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runTemplates } from '../support/template-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { runCms } from './run-cms.js';

/** What has been done with a project that `cms init` made, each state with all of those before it. */
const STEPS = {
  initialised: [['init', '.']],
  generated: [['generate']],
  // Else the first command that serves says what it has computed anew.
  migrated: [['migrate:run'], ['doctor', '--repair']],
  filled: [['scaffold:load']],
} as const;
const STATES = ['initialised', 'generated', 'migrated', 'filled'] as const;
export type ProjectState = (typeof STATES)[number];

/**
 * Copies a project of the given state: the first who asks for one in a test run makes it with the commands, because starting
 * them takes longer than most tests.
 * @param into an empty folder; by default one that goes when the test ends
 */
export async function aProject(state: ProjectState, into?: string): Promise<string> {
  const cwd = into ?? (await temporaryFolder());
  await cp(await templateOf(state), cwd, { recursive: true });
  return cwd;
}

async function templateOf(state: ProjectState): Promise<string> {
  const template = join(runTemplates(), state);
  if (existsSync(template)) return template;
  await mkdir(runTemplates(), { recursive: true });
  const made = await mkdtemp(`${template}-`);
  const before = STATES[STATES.indexOf(state) - 1];
  if (before !== undefined) await cp(await templateOf(before), made, { recursive: true });
  for (const step of STEPS[state]) {
    const { code, stdout, stderr } = await runCms(step, { cwd: made });
    if (code !== 0) throw new Error(`cms ${step.join(' ')} failed:\n${stdout}${stderr}`);
  }
  // When two workers do so at once, the second keeps what the first has made.
  await rename(made, template).catch(() => rm(made, { recursive: true }));
  return template;
}
