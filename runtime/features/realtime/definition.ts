import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { REALTIME_SETTINGS } from './settings.js';

/** Pushes changes to the subscribers of the hub (realtime.md section 2). */
export const realtime: ConfiguredFeature<typeof REALTIME_SETTINGS> = {
  name: 'realtime',
  settings: REALTIME_SETTINGS,
  actsLast: true,
  load: () => import('./feature.js'),
};
