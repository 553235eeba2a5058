import { mkdtemp, readdir, readFile, rm, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';

const golden = fileURLToPath(new URL('.', import.meta.url));
const entries = await readdir(golden, { withFileTypes: true });
const scenarios = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
const isUpdating = process.env['UPDATE_GOLDEN'] === '1';
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describe('generate', () => {
  test.each(scenarios)('writes the expected files for %s', async (scenario) => {
    const project = await mkdtemp(join(tmpdir(), 'golden-'));
    folders.push(project);
    await cp(join(golden, scenario, 'schemas'), join(project, 'schemas'), { recursive: true });
    await generate({ projectRoot: project });
    const expected = join(golden, scenario, 'expected');
    if (isUpdating) {
      await rm(expected, { recursive: true, force: true });
      await cp(join(project, 'generated'), expected, { recursive: true, filter: isCompared });
    }
    expect(await readTree(join(project, 'generated'))).toEqual(await readTree(expected));
  });
});

/** Other tests cover files that include the built-in resources, and `generated/` contains files that never differ. */
function isCompared(file: string): boolean {
  return ![SPANNING, SAME_CODE, SAME_SCHEMAS].some((pattern) => pattern.test(file));
}

const SPANNING = /\/(?:migrations|openapi\.json|\.generated-files\.json)(?:\/|$)/;
const SAME_CODE = /\/client\/(?:core|form|page|rules|schema|share)\.[.a-z]+$/;
/** Built-in types. Projects can extend only the user type. */
const SAME_SCHEMAS =
  /\/client\/schemas\/(?:collection|component-group|component-position|form|layout|page|route|site-config-parameter)\.js$/;

async function readTree(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(
    files.filter((file) => isCompared(file.slice(folder.length))).map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')]),
  );
  return Object.fromEntries(texts);
}
