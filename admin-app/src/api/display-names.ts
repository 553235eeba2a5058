import type { AdminMember } from './model.js';

/** A name of a schema file as words: `HtmlContent` is "Html content", `isTemplate` "Is template". */
export function nameOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What people call a member: its title in the schema file, or its name as words. */
export const titleOf = ({ name, schema }: Pick<AdminMember, 'name' | 'schema'>): string =>
  schema.title ?? nameOf(name);

/** A value that names a type or a form reads as words: `ContactType` is "Contact type". Others are as they are. */
export const displayValueOf = (value: string): string =>
  /^(?:[A-Z][a-z\d]+){2,}$/.test(value) ? nameOf(value) : value;
