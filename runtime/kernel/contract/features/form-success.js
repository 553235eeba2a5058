import { defineDoor } from './door.js';
/** The door at which a feature hears of submissions of the project's forms. */
export const FORM_LISTENERS = defineDoor('form listeners');
//# sourceMappingURL=form-success.js.map