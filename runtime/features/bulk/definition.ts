import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Content in and out by the thousand, as files (contract decision 114, ADRs 112 and 113). */
export const bulk: DeclaredFeature = {
  name: 'bulk',
  commands: [
    {
      name: 'export',
      summary: 'Write the content as JSON Lines, a file for each type.',
      description:
        'All of one moment, in an order that stays, with the files of uploads beside them: into an empty folder, or over an earlier export. Accounts and secrets are never in it; what forms store only where --type names it, and the command says what it left out.',
      examples: ['', 'content --type Title --type HtmlContent', 'changes --since 2026-11-01'],
      args: { folder: { summary: 'The folder; `export` by default.' } },
      flags: {
        type: { type: 'list', summary: 'A type that is written; all of them without it.' },
        since: { type: 'string', summary: 'Only what was changed since that moment.' },
      },
    },
    {
      name: 'import',
      summary: 'Store records of JSON Lines, of a WordPress export or of a list of redirects.',
      description:
        'Creates what is not there, changes what differs and leaves the rest alone, by the ordinary rules; deletes nothing unasked. All is read and checked before anything is stored. An import that was stopped goes on when it is run again.',
      examples: [
        'export',
        'export --dry-run',
        'redirects.csv',
        'blog.xml --page-data ArticleData --template article-template',
      ],
      args: {
        file: {
          summary:
            'A folder of an export, one of its files, a list of redirects, or a WordPress export (a file, or a folder of them).',
        },
      },
      flags: {
        'dry-run': { type: 'boolean', summary: 'Run the import in one transaction and undo it.' },
        format: {
          type: 'string',
          options: ['jsonl', 'redirects', 'wxr'],
          summary: 'What the file is; known by its ending without it.',
        },
        source: {
          type: 'string',
          summary: 'Name of the system whose keys the file has; the same each time that it is imported.',
        },
        batch: { type: 'integer', default: 200, summary: 'Records that are stored together.' },
        'skip-faulty': { type: 'boolean', summary: 'Leave out redirects that cannot be made.' },
        'page-data': { type: 'string', summary: 'The type that posts and pages of WordPress become.' },
        template: { type: 'string', summary: 'Reference of the page that lays them out.' },
        mapping: {
          type: 'string',
          summary: 'A JSON file that says what each type of posts becomes, and what fills which member.',
        },
        'delete-missing': {
          type: 'boolean',
          summary: 'Delete records of the types of a complete export that are not in it.',
        },
        yes: { type: 'boolean', summary: 'Delete without asking.' },
      },
    },
  ],
  load: () => import('./feature.js'),
};
