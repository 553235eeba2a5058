import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { siteConfigParameter } from './resource.js';

/** Parameters of the site: listed by everybody, kept by those who may see drafts (core.md section 13). */
export const siteConfig: DeclaredFeature = {
  name: 'site-config',
  resources: [siteConfigParameter],
  load: () => import('./feature.js'),
};
