import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { form } from './resource.js';

/** The Form component: forms as trees that clients draw, and what is sent with them (components.md section 5). */
export const forms: DeclaredFeature = {
  name: 'forms',
  resources: [form],
  enabledBy: 'form',
  load: () => import('./feature.js'),
};
