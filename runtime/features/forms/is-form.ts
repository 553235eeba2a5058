/** The built-in type whose records are forms. */
export const FORM = 'Form';
