/** What schemas in front ends call for the types of this feature. */
export { validateComponentGroup } from './model/component-group.js';
export { validateComponentPosition } from './model/component-position.js';
