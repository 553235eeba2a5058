import type { AdminMember } from './model.js';

/** Formats a name of a schema file for people: `HtmlContent` becomes "Html content", `isTemplate` becomes "Is template". */
export function nameOf(name: string): string {
  const text = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the label of a member: its title in the schema file, or its formatted name. */
export const titleOf = ({ name, schema }: Pick<AdminMember, 'name' | 'schema'>): string =>
  schema.title ?? nameOf(name);

/** Formats a value that is the name of a type or form: `ContactType` becomes "Contact type". Other values do not change. */
export const displayValueOf = (value: string): string =>
  /^(?:[A-Z][a-z\d]+){2,}$/.test(value) ? nameOf(value) : value;
