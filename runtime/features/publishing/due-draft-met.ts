import { InternalError } from '../../kernel/errors/internal-error.js';
import type { DuePair } from './due-memory.js';

/** A request came upon a due draft that the gate did not know of: another process has scheduled it a moment ago. */
export class DueDraftMet extends InternalError {
  readonly pair: DuePair;

  constructor(pair: DuePair) {
    super(`${pair.draft.type} ${pair.draft.id} is due and was not merged before a request looked at it`);
    this.name = 'DueDraftMet';
    this.pair = pair;
  }
}
