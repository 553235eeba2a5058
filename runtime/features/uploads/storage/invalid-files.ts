import type { Database } from '../../../kernel/contract/database/database.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { createViolationList } from '../../../kernel/validation/violation-list.js';
import { compileFileRules } from '../../../kernel/validation/file-rules.js';
import { describeFile, type FileMedia } from '../incoming/describe-file.js';
import { readOriginals } from '../incoming/file-facts.js';
import type { FileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import { storedFileValue } from '../incoming/file-value.js';
import type { ReferencedPath } from './referenced-paths.js';
import { type PathColumn, uploadFieldsOf } from '../incoming/upload-fields.js';

const GROUP = 'Default';

/** A referenced file that violates the current rules of its field. */
export interface InvalidFile {
  /** Id of the row. */
  readonly id: string;
  readonly path: string;
  /** Violation messages. */
  readonly violations: readonly string[];
}

/**
 * Validates stored files of a column against the current `File` and `Image` rules of the field, like a new upload
 * (contract decision 91). Rules can change after a file was stored. Nothing is read if the field has no such rules.
 */
export type FindInvalidFiles = (
  column: PathColumn,
  held: readonly ReferencedPath[],
) => Promise<readonly InvalidFile[]>;

export function createFindInvalidFiles({
  stores,
  media,
  database,
  log,
}: {
  readonly stores: FileStores;
  readonly media: FileMedia;
  readonly database: Database;
  readonly log: Logger;
}): FindInvalidFiles {
  /** Returns the facts of a file, from its info row or from its content. */
  async function describe(adapter: string, path: string): Promise<FileInfo | undefined> {
    try {
      return await describeFile(stores.get(adapter), path, media);
    } catch (err) {
      log.warn({ msg: 'failed to validate a stored file: it is not readable', adapter, path, err });
      return undefined;
    }
  }

  return async ({ resource, name, adapter }, held) => {
    const field = uploadFieldsOf(resource).find((each) => each.name === name);
    const rules = compileFileRules(field?.constraints ?? []);
    if (held.length === 0 || !rules.groups.has(GROUP)) return [];
    const known = await readOriginals(
      database,
      held.map(({ path }) => ({ adapter, path })),
    );
    const found: InvalidFile[] = [];
    for (const { id, path } of held) {
      const info = known.get(path) ?? (await describe(adapter, path));
      if (info === undefined) continue;
      const violations = createViolationList();
      rules.check({ violations, path: name, files: [storedFileValue(info)] }, new Set([GROUP]));
      const messages = violations.items.map(({ message }) => message);
      if (messages.length > 0) found.push({ id, path, violations: messages });
    }
    return found;
  };
}
