import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

export const INDEX =
  '<!doctype html><meta name="csp-nonce" content="__NONCE__"><meta name="admin-own" content="__OWN__"><!-- own style --><script nonce="__NONCE__" type="module" src="__BASE__assets/app-abc.js"></script>';
export const SCRIPT = `export const words = ${JSON.stringify('many words '.repeat(400))};`;

/** A project in which the package of the admin is installed: as it is built, and with a file beside that is nobody's business. */
export async function projectWithAdmin(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cms-admin-'));
  const folder = join(root, 'node_modules/cms-api-components-admin');
  await mkdir(join(folder, 'dist/assets/deep'), { recursive: true });
  const files: Readonly<Record<string, string | Buffer>> = {
    'package.json': JSON.stringify({ name: 'cms-api-components-admin', version: '0.1.0' }),
    'dist/index.html': INDEX,
    'dist/secret.js': 'secret',
    'dist/assets/app-abc.js': SCRIPT,
    'dist/assets/app-abc.js.br': brotliCompressSync(SCRIPT),
    'dist/assets/style-def.css': `body { ${'color: black; '.repeat(200)} }`,
    'dist/assets/notes.sh': 'secret',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await writeFile(join(root, 'package.json'), '{}');
  return root;
}

/** A project without that package, and without any above it. */
export async function projectWithoutAdmin(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cms-admin-'));
  await writeFile(join(root, 'package.json'), '{}');
  return root;
}
