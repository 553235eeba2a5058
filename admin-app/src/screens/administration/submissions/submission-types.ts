import type { AdminModel, AdminType } from '../../../api/model.js';
import { nameOf } from '../../../api/display-names.js';

/**
 * Returns the types that store submissions and that the user may list. Accounts are excluded, because they have screens
 * of their own.
 */
export const submittedTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ forms = [], group, may }) => forms.length > 0 && group !== 'people' && may.list);

/** Returns the names of the forms of a type: `ContactType` becomes "Contact". */
export const formsOf = ({ forms = [] }: AdminType): string =>
  forms.map(({ name }) => nameOf(name.replace(/(?<=.)(?:Form)?Type$/, ''))).join(', ');

/** Returns the labels of form fields by member. */
export const labelsOf = ({ forms = [] }: AdminType): ReadonlyMap<string, string> =>
  new Map(
    forms.flatMap(({ fields }) =>
      fields.flatMap(({ member, label }) => (label === null ? [] : [[member, label]])),
    ),
  );

/** Returns the members of the forms in the order of their fields. */
export const orderOf = ({ forms = [] }: AdminType): readonly string[] =>
  forms.flatMap(({ fields }) => fields.map(({ member }) => member));

/** Returns the path of the submissions of a type, or of one submission. */
export const submissionsPath = ({ name }: AdminType, id?: string): string =>
  `/forms/${name}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
