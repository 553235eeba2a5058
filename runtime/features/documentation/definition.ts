import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { DOCUMENTATION_SETTINGS } from './settings.js';

/**
 * Self-description of a service: entrypoint, contexts, API documentation and health checks (core.md sections 1.3 and
 * 1.4).
 */
export const documentation: ConfiguredFeature<typeof DOCUMENTATION_SETTINGS> = {
  name: 'documentation',
  settings: DOCUMENTATION_SETTINGS,
  load: () => import('./feature.js'),
};
