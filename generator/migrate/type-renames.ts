import type { MigrationStatement } from '../../runtime/contract/migration.js';

/** A type that has a new title: what is stored under the old one follows. */
export interface TypeRename {
  readonly from: string;
  readonly to: string;
  /** The base table whose `dtype` holds the title. */
  readonly baseTable: 'abstract_component' | 'abstract_page_data';
  readonly fromTable: string;
  readonly toTable: string;
  /** Collection paths without the API prefix; left out for page data, which no group allows. */
  readonly fromPath?: string;
  readonly toPath?: string;
}

/** Statements for those renames that the table statements carry out: history is not renamed twice. */
export function renameContent(
  renames: readonly TypeRename[],
  statements: readonly MigrationStatement[],
): readonly MigrationStatement[] {
  const happens = (rename: TypeRename): boolean =>
    statements.some(
      (statement) =>
        statement.kind === 'renameTable' &&
        statement.from === rename.fromTable &&
        statement.to === rename.toTable,
    );
  return renames.filter(happens).flatMap(contentOf);
}

function contentOf({ from, to, baseTable, fromPath, toPath }: TypeRename): MigrationStatement[] {
  const discriminator: MigrationStatement = {
    kind: 'replaceValue',
    table: baseTable,
    column: 'dtype',
    from,
    to,
  };
  if (fromPath === undefined || toPath === undefined || fromPath === toPath) return [discriminator];
  const allowed = { table: 'component_group', column: 'allowed_components', from: fromPath, to: toPath };
  return [discriminator, { kind: 'replaceListItem', ...allowed }];
}
