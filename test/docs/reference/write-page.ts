import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect } from 'vitest';
import { ROOT } from '../read-pages.js';

/** Compares a page with the output of the sources. `npm run docs:reference` writes it. */
export async function expectPage(path: string, text: string): Promise<void> {
  const filepath = join(ROOT, path);
  const written = await format(text, { ...(await resolveConfig(filepath)), filepath });
  await expect(
    written,
    `${path} is not as the sources are. Write it anew by \`npm run docs:reference\` and commit what changed.`,
  ).toMatchFileSnapshot(filepath);
}
