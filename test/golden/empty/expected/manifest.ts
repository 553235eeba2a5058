// Generated from schemas/ (d5160c5c2b74) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'd5160c5c2b74b125f406850372203700807057fa029f162b23bf22bb4efb3758',
  resources: [],
  forms: [],
});
