// Generated from schemas/ (75a0463e0d39) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '75a0463e0d39e7c18791875bb63751276db9230cbc0730df963e2f2fd9796c47',
  resources: [],
  forms: [],
});
