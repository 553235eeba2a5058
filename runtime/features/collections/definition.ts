import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { collection } from './resource.js';

/** The Collection component: a list of the API in the place of a component (components.md section 3). */
export const collections: DeclaredFeature = {
  name: 'collections',
  resources: [collection],
  enabledBy: 'collection',
  load: () => import('./feature.js'),
};
