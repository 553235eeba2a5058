import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../support/commands.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A command like `cms generate --allow-destructive`, as messages print it. */
const PRINTED = /\bcms (init|generate|dev|serve|[a-z-]+:[a-z-]+)((?: --[a-z-]+)*)/g;

async function printedCommands(): Promise<readonly (readonly [id: string, flags: readonly string[]])[]> {
  const found = new Map<string, readonly [string, readonly string[]]>();
  for (const folder of ['generator', 'runtime', 'create']) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile() && !each.parentPath.includes('/dist'))) {
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      for (const [whole, id = '', flags = ''] of text.matchAll(PRINTED))
        found.set(whole, [id, [...flags.matchAll(/--([a-z-]+)/g)].map(([, flag = '']) => flag)]);
    }
  }
  return [...found.values()];
}

describe('commands in messages', () => {
  test('exist, with their flags', async () => {
    const printed = await printedCommands();
    expect(printed.length).toBeGreaterThan(8);
    const wrong = printed.filter(([id, flags]) => {
      const command = COMMANDS[id];
      return command === undefined || flags.some((flag) => !(flag in command.flags));
    });
    expect(wrong).toEqual([]);
  });

  test('that allow data loss are the ones that refuse it by default', async () => {
    const printed = await printedCommands();
    const allowing = printed.filter(([, flags]) => flags.includes('allow-destructive')).map(([id]) => id);
    expect([...new Set(allowing)].sort()).toEqual(['dev', 'generate', 'migrate:revert', 'migrate:run']);
  });
});
