import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { FEATURES } from '../../../runtime/features.js';
import type { DocumentedError } from '../../../runtime/kernel/contract/declared-feature.js';
import { kernelErrors } from '../../../runtime/kernel/errors/catalog.js';

const PAGE = fileURLToPath(new URL('../../../docs/reference/errors.md', import.meta.url));

const CATALOGS: readonly (readonly [title: string, errors: readonly DocumentedError[]])[] = [
  ['Every request', Object.values(kernelErrors)],
  ...FEATURES.map(({ name, errors = [] }) => [name, errors] as const),
];

const INTRODUCTION = `# Errors

What clients are told when something fails: the status, and a message in \`detail\`. The code is no part of the
answer: it is \`AppError.code\`, which code can compare and logs of failures of the service show, and it stays the same when a
message gets better. Bodies are described in [core.md](../contract/core.md), section 2.
The errors of a feature are in its \`errors.ts\`, all others in \`runtime/kernel/errors/catalog.ts\`; \`npm run docs:errors\` writes
this page from there.`;

function printCatalog(title: string, errors: readonly DocumentedError[]): string {
  const rows = errors.map(
    ({ code, status, when, remedy }) => `| \`${code}\` | ${status} | ${when} | ${remedy} |`,
  );
  return [`## ${title}\n`, '| Code | Status | When | Remedy |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

describe('docs/reference/errors.md', () => {
  test('says of every code what the catalogues say', async () => {
    const tables = CATALOGS.filter(([, errors]) => errors.length > 0).map(([title, errors]) =>
      printCatalog(title, errors),
    );
    const page = [INTRODUCTION, ...tables].join('\n\n');
    const written = await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE });
    await expect(written).toMatchFileSnapshot(PAGE);
  });

  test('names every code once', () => {
    const codes = CATALOGS.flatMap(([, errors]) => errors.map(({ code }) => code));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});
