import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261125T150757_add_imagine_cached_file_metadata_original_name',
  up: [
    {
      kind: 'addColumn',
      table: 'imagine_cached_file_metadata',
      column: { name: 'original_name', type: 'string', nullable: true, length: 255 },
    },
    {
      kind: 'addColumn',
      table: 'imagine_cached_file_metadata',
      column: { name: 'variant_extension', type: 'string', nullable: true, length: 32 },
    },
  ],
  down: [
    {
      kind: 'dropColumn',
      table: 'imagine_cached_file_metadata',
      column: { name: 'variant_extension', type: 'string', nullable: true, length: 32 },
    },
    {
      kind: 'dropColumn',
      table: 'imagine_cached_file_metadata',
      column: { name: 'original_name', type: 'string', nullable: true, length: 255 },
    },
  ],
};
