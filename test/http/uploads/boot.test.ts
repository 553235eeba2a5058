import { describe, expect, test } from 'vitest';
import type { ResourceDescriptor, UploadField } from '../../../runtime/contract/resource.js';
import { ConfigError } from '../../../runtime/config/config-error.js';
import { checkUploadFields } from '../../../runtime/uploads/upload-fields.js';
import { brochure, startUploadsApp, uploadField, uploadManifest } from './support.js';

const config = {
  filesystems: { private: { driver: 'local', root: '/tmp/none', publicUrl: null } },
  imageFilters: { thumbnail: { width: 10, height: 10, mode: 'inset', format: null, quality: null } },
} as const;

function problemsOf(fields: readonly UploadField[]): readonly string[] {
  const resource: ResourceDescriptor = { ...brochure, fields };
  try {
    checkUploadFields([resource], config);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ key, problem }) => `${key} ${problem}`);
  }
}

describe('the start', () => {
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
      'Brochure.file names the unknown adapter "cloud"',
      'Brochure.file names the unknown image filter "poster"',
      'Brochure.file names the unknown URL generator "magic"',
    ]);
  });

  test('names both fields that share a column', () => {
    const fields = ['one', 'two'].map((name) => uploadField({ name, column: 'filename' }));
    expect(problemsOf(fields)).toEqual([
      'Brochure.two stores its path in column "filename", as field "one" does',
    ]);
  });

  test('refuses an uploadable type without an upload field', () => {
    expect(problemsOf([])).toEqual(['Brochure is uploadable but has no upload field']);
  });

  test('is stopped by them', async () => {
    const broken = {
      ...brochure,
      fields: [uploadField({ name: 'file', column: 'document_path', adapter: 'x' })],
    };
    const resources = uploadManifest.resources.map((one) => (one.name === 'Brochure' ? broken : one));
    await expect(startUploadsApp({ manifest: { ...uploadManifest, resources } })).rejects.toThrow(
      'Brochure.file: names the unknown adapter "x"',
    );
  });
});
