import { expect, test } from 'vitest';
import { printApi } from './print-api.js';
import { expectPage } from './write-page.js';

const PAGE = 'docs/reference/api.md';
const INTRODUCTION = `# Exports of the package

What an application, a feature, a scaffold and generated code may import from \`cms-api-components\`: every export of
\`runtime/index.ts\` with its signature, sorted by name. Whatever is not here may change in any release. \`npm run docs:reference\`
writes this page from the sources, so a change of the surface is seen in review. What each one is for stands in the comments that
editors show; [hooks](hooks.md) explain the parts of a feature.

<!-- unchecked: it is written from what the compiler says of the sources -->`;

test(`${PAGE} has the signature of every export of runtime/index.ts`, async () => {
  const api = printApi('runtime/index.ts');
  expect(api).toContain('export function defineConfig');
  await expectPage(PAGE, `${INTRODUCTION}\n\n\`\`\`ts\n${api}\n\`\`\`\n`);
});
