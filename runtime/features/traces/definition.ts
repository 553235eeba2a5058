import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { TRACES_SETTINGS } from './settings.js';

/** Traces of requests, and of what they lead to, for OpenTelemetry (docs/how-to/monitoring.md, ADR 75). */
export const traces: ConfiguredFeature<typeof TRACES_SETTINGS> = {
  name: 'traces',
  settings: TRACES_SETTINGS,
  load: () => import('./feature.js'),
};
