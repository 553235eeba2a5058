/** Validators that front ends use with the schemas of this feature. */
export { validateComponentGroup } from './model/component-group.js';
export { validateComponentPosition } from './model/component-position.js';
