import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { FEATURES } from '../../../runtime/features.js';
import type { DocumentedError } from '../../../runtime/kernel/contract/features/declared-feature.js';
import { kernelErrors } from '../../../runtime/kernel/errors/catalog.js';

const PAGE = fileURLToPath(new URL('../../../docs/reference/errors.md', import.meta.url));

const CATALOGS: readonly (readonly [title: string, errors: readonly DocumentedError[]])[] = [
  ['Every request', Object.values(kernelErrors)],
  ...FEATURES.map(({ name, errors = [] }) => [name, errors] as const),
];

const INTRODUCTION = `# Errors

Every error of the API: its code, its HTTP status, when it occurs, and how to resolve it. Responses contain the status, and a
message in \`detail\`; their bodies are described in [core.md](../contract/core.md), section 2. The code is not part of the
response. It is \`AppError.code\`, appears in the service log, and stays stable when a message changes.
Each feature defines its errors in its \`errors.ts\`; all others are in \`runtime/kernel/errors/catalog.ts\`. \`npm run docs:errors\`
generates this page.`;

function printCatalog(title: string, errors: readonly DocumentedError[]): string {
  const rows = errors.map(
    ({ code, status, when, remedy }) => `| \`${code}\` | ${status} | ${when} | ${remedy} |`,
  );
  return [`## ${title}\n`, '| Code | Status | When | Remedy |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

describe('docs/reference/errors.md', () => {
  test('lists every code of the catalogues', async () => {
    const tables = CATALOGS.filter(([, errors]) => errors.length > 0).map(([title, errors]) =>
      printCatalog(title, errors),
    );
    const page = [INTRODUCTION, ...tables].join('\n\n');
    const written = await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE });
    await expect(written).toMatchFileSnapshot(PAGE);
  });

  test('lists every code once', () => {
    const codes = CATALOGS.flatMap(([, errors]) => errors.map(({ code }) => code));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});
