import type { Command, UnitHooks } from '../../../kernel/contract/records/unit-of-work.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import type { DraftFiles } from './draft-files.js';
import type { FileChanges } from './file-changes.js';
import type { PendingFiles } from './pending-files.js';
import { FilesNotReady } from './files-not-ready.js';
import type { StoredFile } from '../storage/stored-file.js';
import { uploadErrors } from '../errors.js';

/** Maximum number of retries when the files of a record change in the meantime. */
const MAX_ROUNDS = 5;

/** Preparations for one command, by purpose. */
const PREPARED = stateKey(() => ({ rounds: new Map<string, number>(), copies: [] as StoredFile[] }));

/** Runs commands that need unprepared files again. @throws AppError 409 if the files change each time */
export function createPreparedRuns(deps: {
  readonly changes: Pick<FileChanges, 'discard'>;
  readonly draftFiles: Pick<DraftFiles, 'forget'>;
  readonly pendingFiles: PendingFiles;
}): Required<Pick<UnitHooks, 'retry'>> {
  /** Deletes copies that no row references, and keeps later runs from using them. */
  async function tidy({ context, state }: Command): Promise<void> {
    const { copies } = state.of(PREPARED);
    deps.draftFiles.forget(context);
    await deps.changes.discard(copies);
    for (const copy of copies) deps.pendingFiles.end(copy);
  }

  return {
    async retry(error, command) {
      if (!(error instanceof FilesNotReady)) return false;
      const { rounds, copies } = command.state.of(PREPARED);
      if (rounds.size === 0) command.atEnd(() => tidy(command));
      countRound(rounds, error);
      await error.prepare((copy) => {
        deps.pendingFiles.begin(copy);
        copies.push(copy);
      });
      return true;
    },
  };
}

function countRound(rounds: Map<string, number>, cause: FilesNotReady): void {
  const round = (rounds.get(cause.purpose) ?? 0) + 1;
  rounds.set(cause.purpose, round);
  if (round <= MAX_ROUNDS) return;
  throw uploadErrors.contended(cause);
}
