import { InternalError } from '../../kernel/errors/internal-error.js';
import type { DuePair } from './due-memory.js';

/**
 * Thrown when a request reads a due draft that the due check did not find, because another process has just scheduled
 * it.
 */
export class DueDraftMet extends InternalError {
  readonly pair: DuePair;

  constructor(pair: DuePair) {
    super(`${pair.draft.type} ${pair.draft.id} is due and was not merged before a request looked at it`);
    this.name = 'DueDraftMet';
    this.pair = pair;
  }
}
