import type { WriteScope } from '../contract/records/writes.js';
import type { RecordReader } from '../records/record-reader.js';
import { openExchanges, settleExchanges, UnmetClaims } from './unique-exchanges.js';

interface ExchangingUnit<Result> {
  readonly reader: RecordReader;
  /** Runs a unit of work. */
  run(work: (scope: WriteScope) => Promise<Result>): Promise<Result>;
}

/**
 * Runs a unit of work whose records may swap unique values. If a value is still taken at
 * the end, the work runs again. It then fails at the write that uses the value, with that write's error.
 */
export async function runExchanging<Result>(
  work: (scope: WriteScope) => Promise<Result>,
  { reader, run }: ExchangingUnit<Result>,
): Promise<Result> {
  const attempt = (refused?: number): Promise<Result> =>
    run(async (scope) => {
      openExchanges(scope.session, refused);
      const result = await work(scope);
      await settleExchanges({ reader, session: scope.session });
      return result;
    });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof UnmetClaims)) throw error;
    return attempt(error.first);
  }
}
