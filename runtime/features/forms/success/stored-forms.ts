import { storedAs } from '../notation/stored-as.js';
import type { StoredForm } from '../../../extension-points/forms/stored-forms.js';
import type { FormTypes } from '../form-types.js';
import { storedFields } from './success-plans.js';

/** Returns the forms with stored submissions, with the labels that visitors see. */
export function storedForms({ all, find }: Pick<FormTypes, 'all' | 'find'>): readonly StoredForm[] {
  return all.flatMap(({ name, definition }) => {
    const type = storedAs(definition);
    if (type === undefined) return [];
    const fields = storedFields(definition, (form) => find(form)?.definition.fields ?? []);
    return [
      {
        name,
        type,
        fields: fields.map(({ name: field, property_path: member = field, label, type = 'text' }) => ({
          member,
          label: typeof label === 'string' && label !== '' ? label : null,
          type,
        })),
      },
    ];
  });
}
