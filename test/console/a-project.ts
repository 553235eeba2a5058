import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runTemplates } from '../support/template-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { runCms } from './run-cms.js';

/** States of a project that `cms init` created. Each state includes all previous ones. */
const STEPS = {
  initialised: [['init', '.']],
  generated: [['generate']],
  // Otherwise, the first command that serves reports rebuilt derived rows.
  migrated: [['migrate:run'], ['doctor', '--repair']],
  filled: [['scaffold:load']],
} as const;
const STATES = ['initialised', 'generated', 'migrated', 'filled'] as const;
export type ProjectState = (typeof STATES)[number];

/**
 * Copies a project of the given state. The first caller in a test run creates it with the commands, because starting
 * them takes longer than most tests.
 * @param into an empty folder; by default one that is deleted after the test
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
  // If two workers do so at once, the second uses the result of the first.
  await rename(made, template).catch(() => rm(made, { recursive: true }));
  return template;
}
