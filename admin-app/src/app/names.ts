/** A name of a schema file as words: `HtmlContent` is "Html content", `isTemplate` "Is template". */
export function nameOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
