import { expect, test } from 'vitest';
import { printApi } from './print-api.js';
import { expectPage } from './write-page.js';

const PAGE = 'docs/reference/api.md';
const INTRODUCTION = `# TypeScript API

This page lists every export of \`cms-api-components\` (\`runtime/index.ts\`) with its signature, sorted by name. Applications, features,
scaffolds and generated code can import them. Everything else can change in any release. Code editors show the description of each
export, and [Hooks](hooks.md) describes the members of a feature. \`npm run docs:reference\` generates this page.

<!-- unchecked: signatures, generated from the sources by the compiler -->`;

test(`${PAGE} has the signature of every export of runtime/index.ts`, async () => {
  const api = printApi('runtime/index.ts');
  expect(api).toContain('export function defineConfig');
  await expectPage(PAGE, `${INTRODUCTION}\n\n\`\`\`ts\n${api}\n\`\`\`\n`);
});
