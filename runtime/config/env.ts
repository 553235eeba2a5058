import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the process environment, with the project's `.env` file as a fallback. No other code reads either. */
export async function readEnvironment(
  projectRoot: string,
  base: Environment = process.env,
): Promise<Environment> {
  let text: string;
  try {
    text = await readFile(join(projectRoot, '.env'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return base;
    throw error;
  }
  // Some editors write a byte order mark, which would become part of the first name.
  return { ...parseEnv(text.replace(/^\uFEFF/, '')), ...base };
}

/** Returns a variable's value; an empty one counts as not set. */
export function readVariable(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}
