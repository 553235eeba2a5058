import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CONTENTS,
  createProject,
  FRONT_ENDS,
  namesOf,
  type ProjectChoices,
} from '../../../create/create-project.js';
import { nextCommands, packageManagerOf } from '../../../create/package-manager.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const SPECIFIERS = {
  'cms-api-components': '1.2.3',
  'cms-api-components-generator': '1.2.3',
  'cms-api-components-admin': '1.2.3',
  'cms-api-components-imports': '1.2.3',
};

async function made(choices: Partial<ProjectChoices>, name?: string) {
  const directory = join(await temporaryFolder(), 'my-site');
  const files = await createProject({ directory, name, ...choices, specifiers: SPECIFIERS });
  const read = (path: string): Promise<string> => readFile(join(directory, path), 'utf8');
  return { directory, files, read };
}

const COMBINATIONS = namesOf(CONTENTS).flatMap((content) =>
  namesOf(FRONT_ENDS).map((frontEnd) => ({ content, frontEnd })),
);

describe('a new project', () => {
  test.each(COMBINATIONS)(
    'with $content content and the front end $frontEnd needs no further edits',
    async (choices) => {
      const { files, read } = await made(choices);
      expect(files).toEqual(expect.arrayContaining(['package.json', 'scaffold.ts', 'test/site.test.js']));
      for (const file of files.filter((path) => !path.endsWith('.webp')))
        expect(await read(file), file).not.toMatch(/\{\{[\w-]+\}\}/);
    },
  );

  test('is named after its folder, or as requested', async () => {
    expect(JSON.parse(await (await made({})).read('package.json'))).toMatchObject({
      name: 'my-site',
      dependencies: { 'cms-api-components': '1.2.3', 'cms-api-components-imports': '1.2.3' },
      devDependencies: { 'cms-api-components-generator': '1.2.3' },
    });
    const { read } = await made({}, 'Ida & Söhne');
    expect(JSON.parse(await read('package.json'))).toMatchObject({ name: 'ida-s-hne' });
    expect(JSON.parse(await read('cms.config.json'))).toMatchObject({ website_name: 'Ida S Hne' });
  });

  test('includes the admin in production and mentions it in its README, unless the admin is disabled', async () => {
    const admin = { 'cms-api-components-admin': '1.2.3' };
    const { read } = await made({ frontEnd: 'typescript' });
    expect(JSON.parse(await read('package.json'))).toMatchObject({ dependencies: admin });
    expect(await read('README.md')).toContain('admin');
    const without = await made({ admin: false });
    expect(JSON.parse(await without.read('package.json'))).not.toMatchObject({ dependencies: admin });
    expect(await without.read('README.md')).not.toMatch(/\badmin\b(?!istrator)/);
  });

  test.each([
    ['sqlite', /^# DATABASE_URL=/m],
    ['postgres', /^DATABASE_URL=postgres:\/\/.*\/my_site$/m],
    ['mariadb', /^DATABASE_URL=mysql:\/\/.*\/my_site$/m],
  ] as const)('on %s configures it in .env, which only the owner can read', async (database, line) => {
    const { directory, read } = await made({ database });
    expect(await read('.env')).toMatch(line);
    expect((await stat(join(directory, '.env'))).mode & 0o777).toBe(0o600);
    expect(await read('.env.example')).toBe(await read('.env'));
  });

  test('merges the JSON files of its layers', async () => {
    const { read } = await made({ content: 'company', frontEnd: 'typescript' });
    const { scripts } = JSON.parse(await read('package.json')) as { readonly scripts: object };
    expect(scripts).toMatchObject({ start: 'cms dev', dev: 'node dev.js' });
    const form: unknown = JSON.parse(await read('schemas/forms/ContactType.json'));
    expect(form).toMatchObject({ name: 'ContactType', mail: { reply_to: 'email' } });
  });

  test('is not created in a folder that contains files, or in place of a file', async () => {
    const directory = await temporaryFolder();
    await writeFile(join(directory, 'notes.txt'), 'mine');
    const making = (path: string) => createProject({ directory: path, specifiers: SPECIFIERS });
    await expect(making(directory)).rejects.toThrow('is not empty');
    await expect(making(join(directory, 'notes.txt'))).rejects.toThrow('is a file');
    expect(await readdir(directory)).toEqual(['notes.txt']);
  });

  test('is created in a folder with only version control, editor settings and a license, and keeps those', async () => {
    const directory = await temporaryFolder();
    for (const folder of ['.git', '.idea', '.vscode']) await mkdir(join(directory, folder));
    for (const file of ['LICENSE', 'LICENCE.md', 'COPYING', '.DS_Store'])
      await writeFile(join(directory, file), 'mine');
    const files = await createProject({ directory, specifiers: SPECIFIERS });
    expect(files).toContain('package.json');
    expect(await readFile(join(directory, 'LICENSE'), 'utf8')).toBe('mine');
    for (const other of ['license-server.js', '.github', '.gitignore', 'src']) {
      const mine = await temporaryFolder();
      await writeFile(join(mine, other), 'mine');
      await expect(createProject({ directory: mine, specifiers: SPECIFIERS }), other).rejects.toThrow(
        'is not empty',
      );
    }
  });
});

describe('the next commands', () => {
  test.each([
    ['npm/10.8.2 node/v20.20.0 linux x64', '  cd my-site\n  npm install\n  npm run dev'],
    ['pnpm/9.1.0 npm/? node/v20.20.0 linux x64', '  cd my-site\n  pnpm install\n  pnpm dev'],
    ['yarn/1.22.22 npm/? node/v20.20.0 linux x64', '  cd my-site\n  yarn install\n  yarn dev'],
  ])('match the package manager %s', (userAgent, commands) => {
    expect(nextCommands('my-site', packageManagerOf(userAgent), true)).toBe(commands);
  });

  test('default to npm, and start the API if there is no front end', () => {
    expect(nextCommands('.', packageManagerOf(undefined), false)).toBe('  npm install\n  npm start');
  });
});
