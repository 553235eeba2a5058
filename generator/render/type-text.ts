const STRING = /"((?:[^"\\]|\\.)*)"/g;

/**
 * Quotes the strings of a TypeScript type as other generated code does, and escapes the two characters that some tools
 * read as line breaks. A string that holds an apostrophe keeps its double quotes.
 */
export function tidyType(type: string): string {
  return escapeSeparators(type).replace(STRING, (whole, inner: string) =>
    inner.includes("'") ? whole : `'${inner.replaceAll('\\"', '"')}'`,
  );
}

/** Inside strings the escape means the same, inside comments it harms nothing. */
export function escapeSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** The type with its strings emptied, so that brackets in them do not count. */
export function withoutStrings(type: string): string {
  return type.replace(STRING, '""');
}
