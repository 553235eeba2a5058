import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';

export { BulkError } from './model/bulk-error.js';
export {
  IMPORT_FORMATS,
  type ImportedRecord,
  type ImportFormat,
  type ImportRequest,
  type ImportSite,
  type ImportSummary,
  type ImportText,
} from './model/import-format.js';

/** Bulk import and export of content as files (contract decision 114, ADR 112). */
export const bulk: DeclaredFeature = {
  name: 'bulk',
  commands: [
    {
      name: 'export',
      summary: 'Export content as JSON Lines, one file per type.',
      description:
        'Writes a consistent snapshot in a stable order, with uploaded files, to an empty folder or over an earlier export. Accounts and secrets are never exported. Form submissions are exported only if --type names their type; the command lists the types that it skipped.',
      examples: ['', 'content --type Title --type HtmlContent', 'changes --since 2026-11-01'],
      args: { folder: { summary: 'Target folder. Default: export.' } },
      flags: {
        type: { type: 'list', summary: 'Type to export. Default: all types.' },
        since: { type: 'string', summary: 'Export only records changed since this time.' },
      },
    },
    {
      name: 'import',
      summary: 'Import records from JSON Lines or another format.',
      description:
        'Creates new records, updates records that differ and leaves the rest unchanged. The usual validation and access rules apply. Deletes records only with --delete-missing. The whole import is validated before anything is stored. Run an interrupted import again to resume it.',
      examples: [
        'export',
        'export --dry-run',
        'redirects.csv',
        'blog.xml --page-data ArticleData --template article-template',
      ],
      args: {
        file: {
          summary: 'Export folder, file of an export, or files of another format.',
        },
      },
      flags: {
        'dry-run': { type: 'boolean', summary: 'Run the import in a transaction and roll it back.' },
        source: {
          type: 'string',
          summary:
            'Name of the system that the keys in the file belong to. Use the same name for every import.',
        },
        batch: { type: 'integer', default: 200, summary: 'Number of records per transaction.' },
        'delete-missing': {
          type: 'boolean',
          summary: 'Delete records that a complete export does not contain.',
        },
        yes: { type: 'boolean', summary: 'Delete without confirmation.' },
      },
      loadFlags: async (provided) => (await import('./sources/load-formats.js')).loadFormatFlags(provided),
    },
  ],
  load: () => import('./feature.js'),
};
