import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Bundles a front end that does this with the client of the sample site. */
async function bundled(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: `${ROOT}generated/client` },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('the generated client in a bundle', () => {
  test('is below 4 kB compressed, and contains no types that the front end does not use', async () => {
    const text = await bundled(
      "import { createClient } from './index.js'; import { Title } from './resources.js'; console.log(createClient, Title);",
    );
    expect(gzipSync(text).length).toBeLessThan(4096);
    expect(text).toContain('/component/titles');
    expect(text).not.toContain('/component/images');
  });

  test.each([
    ['a type', 'TitleInput', 4864],
    ['a form', 'ExampleFormSubmission', 10240],
  ])('contains no unused schemas, and few bytes for the schema of %s', async (...row) => {
    const [, name, limit] = row;
    const size = async (code: string): Promise<number> => gzipSync(await bundled(code)).length;
    const nothing = await bundled("import * as schemas from './schemas.js'; console.log(1);");
    expect(nothing).toBe('console.log(1);\n');
    expect(await size(`import { ${name} } from './schemas.js'; console.log(${name});`)).toBeLessThan(limit);
  });
});
