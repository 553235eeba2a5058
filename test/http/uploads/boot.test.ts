import { describe, expect, test } from 'vitest';
import type { UploadField } from '../../../runtime/kernel/contract/schema/resource.js';
import { completeDescriptor } from '../../../runtime/kernel/contract/schema/complete-descriptor.js';
import type { Extensions } from '../../../runtime/kernel/contract/features/extensions.js';
import { ConfigError } from '../../../runtime/kernel/errors/config-error.js';
import { checkUploadFields } from '../../../runtime/features/uploads/incoming/upload-fields.js';
import { brochure, startUploadsApp, uploadField, uploadManifest } from './support.js';

const config = {
  filesystems: { private: { driver: 'local', root: '/tmp/none', publicUrl: null } },
  imageFilters: { thumbnail: { width: 10, height: 10, mode: 'inset', format: null, quality: null } },
} as const;

function problemsOf(fields: readonly UploadField[], extensions: Extensions = {}): readonly string[] {
  const resource = { ...completeDescriptor(brochure), fields };
  try {
    checkUploadFields([resource], { ...config, extensions });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ key, problem }) => `${key} ${problem}`);
  }
}

describe('the start of the service', () => {
  test('accepts fields that the deployment can serve', () => {
    expect(
      problemsOf([uploadField({ name: 'file', column: 'filename', imagineFilters: ['thumbnail'] })]),
    ).toEqual([]);
  });

  test('names the type and field of an unknown adapter, filter and URL generator', () => {
    const field = uploadField({
      name: 'file',
      column: 'filename',
      adapter: 'cloud',
      imagineFilters: ['poster'],
      urlGenerator: 'magic',
    });
    expect(problemsOf([field])).toEqual([
      'Brochure.file uses the unknown adapter "cloud"',
      'Brochure.file uses the unknown image filter "poster"',
      'Brochure.file uses the unknown URL generator "magic"',
    ]);
  });

  test('accepts a custom URL generator with its own name', () => {
    const field = uploadField({ name: 'file', column: 'filename', urlGenerator: 'cdn' });
    const cdn = (): string => 'https://cdn.example/x';
    expect(problemsOf([field], { urlGenerators: { cdn } })).toEqual([]);
    expect(problemsOf([field], { urlGenerators: { cdn, public: cdn } })).toEqual([
      'extensions.urlGenerators.public is the name of a built-in URL generator',
    ]);
    expect(problemsOf([{ ...field, urlGenerator: 'toString' }], { urlGenerators: { cdn } })).toEqual([
      'Brochure.file uses the unknown URL generator "toString"',
    ]);
  });

  test('rejects image filters for a type without an upload field', () => {
    const field = uploadField({ name: 'file', column: 'filename' });
    const choice = (): readonly string[] => [];
    expect(problemsOf([field], { imageFilters: { Brochure: choice } })).toEqual([]);
    expect(problemsOf([field], { imageFilters: { Brochures: choice } })).toEqual([
      'extensions.imageFilters.Brochures is not a type with upload fields',
    ]);
  });

  test('fails for an unregistered URL generator, and names the existing ones', async () => {
    const fields = [uploadField({ name: 'file', column: 'document_path', urlGenerator: 'cnd' })];
    const resources = uploadManifest.resources.map((one) =>
      one.name === 'Brochure' ? { ...brochure, fields } : one,
    );
    const start = startUploadsApp({
      manifest: { ...uploadManifest, resources },
      extensions: { urlGenerators: { cdn: () => undefined } },
    });
    await expect(start).rejects.toThrow(
      'Brochure.file: uses the unknown URL generator "cnd"; use one of api, public, temporary, cdn, or register it',
    );
  });

  test('names both fields that share a column', () => {
    const fields = ['one', 'two'].map((name) => uploadField({ name, column: 'filename' }));
    expect(problemsOf(fields)).toEqual([
      'Brochure.two uses the column "filename" of the field "one" for its path',
    ]);
  });

  test('rejects an uploadable type without an upload field', () => {
    expect(problemsOf([])).toEqual(['Brochure is uploadable but has no upload field']);
  });

  test.each([
    ['/srv/files', '/srv/files/private', true],
    ['/srv/files', '/srv/files', true],
    ['/srv/files', '/srv/files/..private', true],
    ['/srv/files', '/srv/files-private', false],
    ['/srv/files/public', '/srv/files', false],
  ])('with public files in %s and private ones in %s is rejected: %s', (open, closed, isRefused) => {
    const filesystems = {
      open: { driver: 'local', root: open, publicUrl: '/uploads' },
      private: { driver: 'local', root: closed, publicUrl: null },
    } as const;
    const check = (): void => checkUploadFields([], { ...config, filesystems, extensions: {} });
    if (isRefused) expect(check).toThrow('is inside the folder of "open", which has a public_url');
    else expect(check).not.toThrow();
  });

  test('fails for a schema with such a problem', async () => {
    const broken = {
      ...brochure,
      fields: [uploadField({ name: 'file', column: 'document_path', adapter: 'x' })],
    };
    const resources = uploadManifest.resources.map((one) => (one.name === 'Brochure' ? broken : one));
    await expect(startUploadsApp({ manifest: { ...uploadManifest, resources } })).rejects.toThrow(
      'Brochure.file: uses the unknown adapter "x"',
    );
  });
});
