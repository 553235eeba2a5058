import type { AdminModel, AdminType } from '../../../api/model.js';
import { nameOf } from '../../../api/display-names.js';

/** Types that hold what visitors send, as far as the caller may list them; accounts are made by a form too, and have screens of their own. */
export const submittedTypes = ({ types }: AdminModel): readonly AdminType[] =>
  types.filter(({ forms = [], group, may }) => forms.length > 0 && group !== 'people' && may.list);

/** What people call the forms of a type: `ContactType` is "Contact". */
export const formsOf = ({ forms = [] }: AdminType): string =>
  forms.map(({ name }) => nameOf(name.replace(/(?<=.)(?:Form)?Type$/, ''))).join(', ');

/** What visitors read beside values, by the members that hold them; those without a label have their own names. */
export const labelsOf = ({ forms = [] }: AdminType): ReadonlyMap<string, string> =>
  new Map(
    forms.flatMap(({ fields }) =>
      fields.flatMap(({ member, label }) => (label === null ? [] : [[member, label]])),
    ),
  );

/** The members of the forms, in the order in which visitors fill them in. */
export const orderOf = ({ forms = [] }: AdminType): readonly string[] =>
  forms.flatMap(({ fields }) => fields.map(({ member }) => member));

/** Where the screen of what was sent is. */
export const submissionsPath = ({ name }: AdminType, id?: string): string =>
  `/forms/${name}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
