import type { RequestContext } from '../contract/context.js';
import type { RunCommand } from '../contract/operations.js';
import { AppError } from '../errors/app-error.js';
import type { DraftFiles } from './draft-files.js';
import type { FileChanges } from './file-changes.js';
import { FilesNotReady } from './files-not-ready.js';
import type { StoredFile } from './stored-files.js';

/** How often the same files may turn out to be others than those that were prepared. */
const MAX_ROUNDS = 5;

/** Commands that meet unprepared files run again with them. @throws AppError 409 when they change each time. */
export function createPreparedRuns(deps: {
  readonly changes: Pick<FileChanges, 'discard'>;
  readonly draftFiles: Pick<DraftFiles, 'forget'>;
}): (run: RunCommand) => RunCommand {
  return (run) => async (context, work) => {
    const rounds = new Map<string, number>();
    const copies: StoredFile[] = [];
    try {
      for (;;) {
        try {
          return await run(context, work);
        } catch (error) {
          if (!(error instanceof FilesNotReady)) throw error;
          countRound(rounds, error);
          await error.prepare((copy) => void copies.push(copy));
        }
      }
    } finally {
      if (rounds.size > 0) await tidy(context, copies);
    }
  };

  /** What no row took goes, and nobody may take it after that. */
  async function tidy(context: RequestContext, copies: readonly StoredFile[]): Promise<void> {
    deps.draftFiles.forget(context);
    await deps.changes.discard(copies);
  }
}

function countRound(rounds: Map<string, number>, cause: FilesNotReady): void {
  const round = (rounds.get(cause.purpose) ?? 0) + 1;
  rounds.set(cause.purpose, round);
  if (round <= MAX_ROUNDS) return;
  throw new AppError({
    code: 'UPLOAD.CONTENDED',
    status: 409,
    publicMessage:
      'Other requests keep changing the files of this record. Nothing was written; send the request again.',
    cause,
  });
}
