import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { ALL_SETTINGS } from '../../../../runtime/config/app-config.js';
import { printEnvExample, printReference } from '../../../../runtime/kernel/settings/print-settings.js';
import { fileSchema, joinSettings } from '../../../../runtime/kernel/settings/settings.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Configuration of a cms-api-components project',
  ...fileSchema(joinSettings(ALL_SETTINGS)),
};
const REFERENCE = `# Configuration

Every key of \`cms.config.json\` (or \`cms.config.ts\`), and every variable of the environment or of \`.env\`. All of it stands in
\`runtime/config/settings.ts\`, \`runtime/config/deployment-settings.ts\` and the \`settings.ts\` of each feature; \`npm run settings\` writes
this page, \`.env.example\` and \`runtime/config/cms.config.schema.json\` from there. What must not be combined is in
[accounts.md](../contract/accounts.md), section 11.2.

${printReference(ALL_SETTINGS)}`;

/** `npm run settings` writes them. */
describe('what is written of the settings', () => {
  test.each<[path: string, text: string]>([
    ['runtime/config/cms.config.schema.json', JSON.stringify(SCHEMA)],
    ['docs/reference/configuration.md', REFERENCE],
  ])('%s is as they are', async (path, text) => {
    const filepath = `${ROOT}/${path}`;
    const written = await format(text, { ...(await resolveConfig(filepath)), filepath });
    await expect(written).toMatchFileSnapshot(filepath);
  });

  test('.env.example is as they are', async () => {
    await expect(printEnvExample(ALL_SETTINGS)).toMatchFileSnapshot(`${ROOT}/.env.example`);
  });
});
