import { describe, expect, test } from 'vitest';
import { projectTables } from '../../../../../runtime/project/project-types.js';
import { brochure, uploadField, uploadManifest } from '../../../../http/uploads/upload-manifest.js';

const indexesOf = (table: string, resources = uploadManifest.resources) =>
  projectTables(resources).find(({ name }) => name === table)?.indexes;

describe('indexes of upload columns', () => {
  test('exist for every column with stored paths', () => {
    expect(indexesOf('images')).toContainEqual({
      name: 'idx_images_filename',
      columns: ['filename'],
      unique: false,
    });
    expect(indexesOf('brochures')).toEqual([
      { name: 'idx_brochures_document_path', columns: ['document_path'], unique: false },
      { name: 'idx_brochures_cover_path', columns: ['cover_path'], unique: false },
    ]);
  });

  test('with a long name are shortened, always in the same way', () => {
    const column = 'path_of_the_document_that_readers_download_in_print_quality';
    const fields = [uploadField({ name: 'file', column })];
    const names = [1, 2].map(() => indexesOf('brochures', [{ ...brochure, fields }])?.[0]?.name);
    expect(names[0]).toMatch(/^idx_brochures_path_of_the_document.*_[0-9a-f]{8}$/);
    expect(names[0]?.length).toBe(60);
    expect(names[1]).toBe(names[0]);
  });
});
