/** Name of the built-in Form type. */
export const FORM = 'Form';
