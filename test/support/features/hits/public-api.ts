import { defineFeatureApi } from 'cms-api-components';

/** Number of hits of the page at a path. */
export type HitCount = (path: string) => Promise<number>;

export const HIT_COUNT = defineFeatureApi<HitCount>('hits.count');
