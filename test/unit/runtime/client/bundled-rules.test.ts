import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundleClientRules } from '../../../support/client-rules.js';

/** `npm run client:rules` writes this file. */
test('templates/client/rules.js contains the current rules of the runtime', async () => {
  const path = fileURLToPath(new URL('../../../../templates/client/rules.js', import.meta.url));
  await expect(await bundleClientRules()).toMatchFileSnapshot(path);
});
