import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Parameters of the site: listed by everybody, kept by those who may see drafts (core.md section 13). */
export const siteConfig: DeclaredFeature = { name: 'site-config', load: () => import('./feature.js') };
