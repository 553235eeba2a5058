import type { CommandIo } from '../../kernel/contract/features/command.js';
import type { CommandService } from '../../kernel/feature.js';
import { BulkError } from './model/bulk-error.js';

type Work<Deps> = (service: CommandService, io: CommandIo, deps: Deps) => Promise<number | void>;

/** Wraps a command so that it prints the message of a BulkError and fails. */
export const printingErrors =
  <Deps>(work: Work<Deps>): Work<Deps> =>
  async (service, io, deps) => {
    try {
      return await work(service, io, deps);
    } catch (error) {
      if (!(error instanceof BulkError)) throw error;
      io.printError(error.message);
      return 1;
    }
  };
