import { defineFeatureApi } from 'cms-api-components';

/** How often the page at a path was hit. */
export type HitCount = (path: string) => Promise<number>;

export const HIT_COUNT = defineFeatureApi<HitCount>('hits.count');
