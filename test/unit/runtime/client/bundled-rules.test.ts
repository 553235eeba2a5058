import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** `generate-sources.js` detects each change of these rules. */
test('templates/client/rules.js contains the current rules of the runtime', async () => {
  const { bundleClientRules } = (await import(pathToFileURL(`${ROOT}client-rules.js`).href)) as {
    readonly bundleClientRules: (root: string) => Promise<{ readonly text: string }>;
  };
  const { text } = await bundleClientRules(ROOT);
  expect(await readFile(`${ROOT}templates/client/rules.js`, 'utf8')).toBe(text);
});
