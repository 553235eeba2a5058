import type { TableDefinition } from '../../../kernel/contract/table.js';
import type { MigrationSession } from './carry-out.js';
import { findPaddedTexts, unpadTexts } from './padded-texts.js';
import { findNumericDecimals, sortDecimals } from './sort-decimals.js';

type Session = Pick<MigrationSession, 'connection' | 'renderer'>;

/** Finds what one database keeps in the form of earlier versions, in words: no migration says it, since the tables are the same. */
export async function findFormerForms(
  session: Session,
  tables: readonly TableDefinition[],
): Promise<readonly string[]> {
  const decimals = await findNumericDecimals(session, tables);
  const texts = await findPaddedTexts(session, tables);
  return [
    ...decimals.map(({ table, column }) => `${table}.${column.name} (decimals of an earlier version)`),
    ...texts.flatMap(({ table, columns }) =>
      columns.map(
        ({ name }) => `${table}.${name} (compared without blanks at the end, as by an earlier version)`,
      ),
    ),
  ];
}

/** Brings all of it to the present form. */
export async function renewForms(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  await sortDecimals(session, tables);
  await unpadTexts(session, tables);
}
