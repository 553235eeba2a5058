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

All keys of \`cms.config.json\` (or \`cms.config.ts\`), and all variables of the environment or of \`.env\`. They are defined in
\`runtime/config/settings.ts\`, \`runtime/config/deployment-settings.ts\` and the \`settings.ts\` of each feature. \`npm run settings\`
generates this page, \`.env.example\` and \`runtime/config/cms.config.schema.json\`. Invalid combinations are listed in
[accounts.md](../contract/accounts.md), section 11.2.

${printReference(ALL_SETTINGS)}`;

/** `npm run settings` updates these files. */
describe('generated files of the settings', () => {
  test.each<[path: string, text: string]>([
    ['runtime/config/cms.config.schema.json', JSON.stringify(SCHEMA)],
    ['docs/reference/configuration.md', REFERENCE],
  ])('%s is up to date', async (path, text) => {
    const filepath = `${ROOT}/${path}`;
    const written = await format(text, { ...(await resolveConfig(filepath)), filepath });
    await expect(written).toMatchFileSnapshot(filepath);
  });

  test('.env.example is up to date', async () => {
    await expect(printEnvExample(ALL_SETTINGS)).toMatchFileSnapshot(`${ROOT}/.env.example`);
  });
});
