import { defineDoor } from '../../kernel/contract/door.js';
import type { ExpressionVoter } from './expression-voter.js';

/** Judges a record by the rules of its type. */
export const TYPE_SECURITY = defineDoor<ExpressionVoter>('type security');

export type { ExpressionVoter } from './expression-voter.js';
