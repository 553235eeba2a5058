/** Splits `HeroImage`, `heroImage`, `hero-image`, `HTMLContent` or `plan2Go` into lower-case words. */
export function splitWords(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** `HeroImage` -> `hero-image` */
export function kebabCase(name: string): string {
  return splitWords(name).join('-');
}
