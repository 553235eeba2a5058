import type { TableDefinition } from '../../kernel/contract/database/table.js';

export const FILE_INFO_TABLE = 'imagine_cached_file_metadata';

/**
 * Facts of stored files and their variants, so that reads never access a file (components.md section 4.11). `filter`
 * is null for the file itself. The id is derived from path and filter, which makes the pair unique although databases
 * treat nulls as different. A row without a media type means that the filter cannot be applied to the file.
 */
export const fileInfoTable: TableDefinition = {
  name: FILE_INFO_TABLE,
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    { name: 'path', type: 'string', nullable: false, length: 255, binary: true },
    { name: 'mime_type', type: 'string', nullable: false, length: 255 },
    // Integers beyond 32 bits are exact in a double, up to petabytes.
    { name: 'file_size', type: 'float', nullable: false },
    { name: 'width', type: 'integer', nullable: true },
    { name: 'height', type: 'integer', nullable: true },
    { name: 'filter', type: 'string', nullable: true, length: 100, binary: true },
    { name: 'original_name', type: 'string', nullable: true, length: 255 },
    // A variant without one has the name of its file, like all variants from before this column (ADR 12).
    { name: 'variant_extension', type: 'string', nullable: true, length: 32 },
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'imagine_cached_file_metadata_path_filter', columns: ['path', 'filter'], unique: true }],
  foreignKeys: [],
};

export const uploadTables: readonly TableDefinition[] = [fileInfoTable];
