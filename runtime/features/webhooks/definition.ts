import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { webhookErrors } from './errors.js';
import { WEBHOOKS_SETTINGS } from './settings.js';
import { webhookTables } from './tables.js';
import { GERMAN } from './german.js';

/** Notifies other systems of changes (contract decision 110, ADR 109). */
export const webhooks: ConfiguredFeature<typeof WEBHOOKS_SETTINGS> = {
  name: 'webhooks',
  messages: { de: GERMAN },
  settings: WEBHOOKS_SETTINGS,
  tables: webhookTables,
  errors: Object.values(webhookErrors),
  load: () => import('./feature.js'),
};
