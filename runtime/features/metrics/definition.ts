import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { METRICS_SETTINGS } from './settings.js';

/** Metrics of a serving process and its site for Prometheus (docs/how-to/monitoring.md, ADR 75). */
export const metrics: ConfiguredFeature<typeof METRICS_SETTINGS> = {
  name: 'metrics',
  settings: METRICS_SETTINGS,
  load: () => import('./feature.js'),
};
