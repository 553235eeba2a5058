import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { placementErrors } from './errors.js';
import { componentGroup } from './model/component-group.js';
import { componentPosition } from './model/component-position.js';
import { pageDataSlotTable } from './model/page-data-slot.js';
import { GERMAN } from './german.js';

/** Groups, their positions, and the components in these (core.md sections 7 to 9). */
export const placement: DeclaredFeature = {
  name: 'placement',
  messages: { de: GERMAN },
  resources: [componentGroup, componentPosition],
  tables: [pageDataSlotTable],
  errors: Object.values(placementErrors),
  load: () => import('./feature.js'),
};
