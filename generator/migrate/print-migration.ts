import {
  invertStatements,
  type MigrationEntry,
  type MigrationStatement,
} from 'cms-api-components/internal/kernel/contract/database/migration.js';
import type { Templates } from '../render/templates.js';
import { RESERVED_TABLES } from '../schema/reserved-names.js';

/** Prints a migration file. Comments separate the tables of the package from those of the project. */
export function printMigration(
  { id, up }: { readonly id: string; readonly up: readonly MigrationStatement[] },
  templates: Templates,
): string {
  return templates.render('migration.ts', { id, up: sectionsOf(up), down: sectionsOf(invertStatements(up)) });
}

/** Prints the file with the parents of a migration. */
export function printEntry(entry: MigrationEntry): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/**
 * Moves statements for tables of the package before those of the project, which no package table references. Keeps the
 * order within each part.
 */
export function packageFirst(statements: readonly MigrationStatement[]): readonly MigrationStatement[] {
  return [...statements.filter(isOfPackage), ...statements.filter((statement) => !isOfPackage(statement))];
}

interface Section {
  readonly comment: string | undefined;
  readonly statements: readonly MigrationStatement[];
}

function sectionsOf(statements: readonly MigrationStatement[]): readonly Section[] {
  const turn = statements.findIndex((statement) => isOfPackage(statement) !== isOfPackage(statements[0]));
  const [first, second] = [statements.slice(0, turn), statements.slice(turn)];
  const isApart =
    turn !== -1 && second.every((statement) => isOfPackage(statement) !== isOfPackage(first[0]));
  if (!isApart) return [{ comment: undefined, statements }];
  return [first, second].map((part) => ({
    comment: isOfPackage(part[0]) ? 'Tables of the package.' : 'Tables of the project.',
    statements: part,
  }));
}

function isOfPackage(statement: MigrationStatement | undefined): boolean {
  if (statement === undefined || !('table' in statement)) return false;
  const { table } = statement;
  return RESERVED_TABLES.has(typeof table === 'string' ? table : table.name);
}
