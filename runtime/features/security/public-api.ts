import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { ExpressionVoter } from './expression-voter.js';

/** Authorizes access to a record by the rules of its type. */
export const TYPE_SECURITY = defineFeatureApi<ExpressionVoter>('type security');

export type { ExpressionVoter } from './expression-voter.js';
