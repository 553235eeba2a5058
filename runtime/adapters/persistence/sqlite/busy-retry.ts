import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../kernel/errors/app-error.js';
import { DatabaseUnavailable } from '../../../kernel/errors/database-unavailable.js';
import { driverErrorOf } from '../driver-error.js';

/** Maximum wait for another process's write lock before a migration gives up. */
const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 10;

/** Returns whether another connection holds a lock; false after `retryWhileBusy` has given up. */
export function isBusy(error: unknown): boolean {
  if (error instanceof AppError) return false;
  const cause = driverErrorOf(error);
  return (
    /^SQLITE_(BUSY|LOCKED)/.test(String(cause?.code ?? '')) ||
    /database( table)? is locked/.test(cause?.message ?? '')
  );
}

/** Returns whether the file cannot be opened, read, written or extended, or is not a database. */
export function isUnusable(error: unknown): boolean {
  const { code, message = '' } = driverErrorOf(error) ?? {};
  return (
    isWriteRefused(error) ||
    /^SQLITE_(CANTOPEN|IOERR|NOTADB|CORRUPT|FULL)/.test(String(code)) ||
    /unable to open (connection to local )?database|disk I\/O error|disk is full|file is not a database|disk image is malformed/i.test(
      message,
    )
  );
}

/** Returns whether the file, its folder or the connection is read-only. */
export function isWriteRefused(error: unknown): boolean {
  const { code, message = '' } = driverErrorOf(error) ?? {};
  return /^SQLITE_READONLY/.test(String(code)) || message.includes('attempt to write a readonly database');
}

/**
 * Retries a step that another process may block, with short random pauses that free the thread. Use it
 * outside transactions only, because a busy file ends a transaction.
 * @throws AppError 503 if the file stays locked
 */
export async function retryWhileBusy<Result>(step: () => Result, patienceMs = PATIENCE_MS): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) throw new DatabaseUnavailable('busy', error);
    }
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
}
