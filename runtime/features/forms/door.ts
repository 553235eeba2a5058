export { SubmittedFile } from './engine/compiled-form.js';
export { defineForm, type FormCode } from './define-form.js';
export type { DataOf, SubmittedData, TypedFormType } from './submitted-data.js';
