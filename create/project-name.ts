/** What a package may be called that is in a folder of this name. */
export function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-._]+|[-._]+$/g, '');
  return name === '' ? 'site' : name;
}

/** A name as people read it: `my-site` is `My Site`. */
export function titleOf(name: string): string {
  const words = name.split(/[-._]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/**
 * A name as containers, objects of Kubernetes and accounts of a machine have it: small letters, digits and hyphens, a letter
 * first, and at most 31 of them.
 */
export function labelOf(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 31)
    .replace(/-+$/, '');
  return label === '' ? 'site' : label;
}
