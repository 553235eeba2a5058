import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

export const INDEX =
  '<!doctype html><meta name="csp-nonce" content="__NONCE__"><meta name="admin-own" content="__OWN__"><!-- own style --><script nonce="__NONCE__" type="module" src="__BASE__assets/app-abc.js"></script>';
export const SCRIPT = `export const words = ${JSON.stringify('many words '.repeat(400))};`;

/** Creates a project with the installed admin package, as it is built, and with a private file next to it. */
export async function projectWithAdmin(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cms-admin-'));
  const folder = join(root, 'node_modules/cms-api-components-admin');
  await mkdir(join(folder, 'dist/assets/deep'), { recursive: true });
  const files: Readonly<Record<string, string | Buffer>> = {
    'package.json': JSON.stringify({ name: 'cms-api-components-admin', version: '0.2.0' }),
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

/** Creates a project without that package in any parent folder. */
export async function projectWithoutAdmin(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cms-admin-'));
  await writeFile(join(root, 'package.json'), '{}');
  return root;
}
