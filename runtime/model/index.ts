import type { ResourceDescriptor } from '../kernel/contract/resource.js';
import { collection } from './collection.js';
import { componentGroup } from './component-group.js';
import { componentPosition } from './component-position.js';
import { form } from './form.js';
import { layout } from './layout.js';
import { page } from './page.js';
import { route } from './route.js';
import { siteConfigParameter } from './site-config-parameter.js';

/** The built-in resources, in dependency order of their tables. */
export const coreResources: readonly ResourceDescriptor[] = [
  route,
  layout,
  page,
  componentGroup,
  componentPosition,
  siteConfigParameter,
  collection,
  form,
];
