import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

test('the code of docs/reference/client.md compiles with the client of the sample site, and so does the shared client code', async () => {
  const text = await readFile(join(ROOT, 'docs/reference/client.md'), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(2);
  const folder = await mkdtemp(join(ROOT, 'node_modules/.cms-guide-'));
  try {
    await symlink(join(ROOT, 'generated'), join(folder, 'generated'));
    const files = blocks.map((_code, index) => join(folder, `site/block${index}.mts`));
    await mkdir(join(folder, 'site'));
    for (const [index, code] of blocks.entries()) await writeFile(files[index] ?? '', code);
    const core = join(ROOT, 'templates/client/core.ts');
    const program = ts.createProgram([...files, core], {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: [],
      strict: true,
      noEmit: true,
      preserveSymlinks: true,
    });
    const problems = ts.getPreEmitDiagnostics(program).map((problem) => ts.formatDiagnostic(problem, HOST));
    expect(problems).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const HOST: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => '\n',
};
