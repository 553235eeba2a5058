import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { TRACES_SETTINGS } from './settings.js';

/** OpenTelemetry traces of requests and background work (docs/how-to/monitoring.md, ADR 75). */
export const traces: ConfiguredFeature<typeof TRACES_SETTINGS> = {
  name: 'traces',
  settings: TRACES_SETTINGS,
  load: () => import('./feature.js'),
};
