import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asOnlyWriter } from '../output/one-writer.js';
import { writeWhole } from '../output/write-files.js';
import type { Templates } from '../render/templates.js';
import { entryPath, isNumbered, migrationPath, NUMBERED_LIST, snapshotPath } from './migration-folder.js';
import { squashId } from './migration-id.js';
import { planSquash, type Squash, type SquashRequest } from './plan-squash.js';
import { printEntry, printMigration } from './print-migration.js';

export interface SquashOutcome {
  readonly id: string;
  readonly replaced: readonly string[];
  readonly lostSql: readonly string[];
}

/**
 * Puts one migration in the place of all up to a given one.
 * @throws SquashError, MigrationFolderError, before anything is written
 */
export function squashMigrations(
  request: SquashRequest & { readonly templates: Templates; readonly now: Date },
): Promise<SquashOutcome> {
  const { outputDir, templates, now } = request;
  return asOnlyWriter(outputDir, async () => {
    const squash = await planSquash(request);
    const id = squashId(squash.end, now);
    const { up, entry, replaced, lostSql } = squash;
    const snapshot = await readFile(join(outputDir, snapshotPath(squash.end)));
    await writeWhole(join(outputDir, migrationPath(id)), printMigration({ id, up }, templates));
    await writeWhole(join(outputDir, snapshotPath(id)), snapshot);
    for (const path of replacedFiles(squash)) await rm(join(outputDir, path), { force: true });
    // Last: without it the folder counts as broken, and version control restores it.
    await writeWhole(join(outputDir, entryPath(id)), printEntry(entry));
    return { id, replaced: replaced.map((each) => each.id), lostSql };
  });
}

function replacedFiles({ replaced }: Squash): readonly string[] {
  const files = replaced.flatMap(({ id }) => [
    migrationPath(id),
    snapshotPath(id),
    ...(isNumbered(id) ? [] : [entryPath(id)]),
  ]);
  return replaced.some(({ id }) => isNumbered(id)) ? [...files, NUMBERED_LIST] : files;
}
