import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';

/** Returns the OpenAPI document of the service as text. */
export const OPEN_API = defineFeatureApi<() => Promise<string>>('OpenAPI document');
