import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../../../generator/index.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Each folder has the compiler of a front end. */
const COMPILERS = join(ROOT, '.ci/compilers');
const VERSIONS = await readdir(COMPILERS);
const TYPES = 'test/http/client/client-types.ts';

const CONFIDENTIAL = {
  title: 'Confidential',
  type: 'object',
  'x-resource': 'component',
  properties: {
    note: { type: 'string', default: 'none', 'x-read-if': "is_granted('ROLE_ADMIN')" },
    open: { type: 'string', default: 'yes' },
  },
};

/** Members that only some callers can read are optional for all callers. */
const HIDDEN = `
import { createClient } from '../generated/client/index.js';
import { Confidential } from '../generated/client/resources.js';

export async function read(): Promise<number> {
  const client = createClient({ baseUrl: 'https://api.example.com' });
  const { note, open } = await client.get(Confidential, '/component/confidentials/1');
  // @ts-expect-error it may be absent
  void note.length;
  return open.length + (note ?? '').length;
}
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(ROOT, 'node_modules/.cms-compilers-'));
  await cp(join(ROOT, 'schemas'), join(folder, 'schemas'), { recursive: true });
  await writeFile(join(folder, 'schemas/Confidential.json'), JSON.stringify(CONFIDENTIAL));
  await generate({
    projectRoot: folder,
    withoutMigration: true,
    client: { out: [], bindings: ['react', 'vue'] },
  });
  await mkdir(join(folder, 'test/http/client'), { recursive: true });
  await cp(join(ROOT, TYPES), join(folder, TYPES));
  await writeFile(join(folder, 'test/hidden.ts'), HIDDEN);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [], strict: true, noEmit: true },
    ...{
      module: 'ESNext',
      moduleResolution: 'bundler',
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
    },
  };
  const include = ['test', 'generated/client', 'generated/types'];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the generated client, and code that must not compile with it', () => {
  test.each(VERSIONS)('passes the checks of TypeScript %s', async (version) => {
    const installed = join(COMPILERS, version, 'node_modules/typescript');
    const { version: actual } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    expect(actual.startsWith(`${version}.`)).toBe(true);
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, [join(installed, 'bin/tsc'), '-p', folder], (_error, out, err) =>
        resolve(out + err),
      ),
    );
    expect(output).toBe('');
  });
});
