import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { siteConfigParameter } from './resource.js';

/** Site parameters: everyone may list them, callers who may see drafts may edit them (core.md section 13). */
export const siteConfig: DeclaredFeature = {
  name: 'site-config',
  resources: [siteConfigParameter],
  load: () => import('./feature.js'),
};
