/** Converts a folder name to a valid package name. */
export function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-._]+|[-._]+$/g, '');
  return name === '' ? 'site' : name;
}

/** Converts a name to a title: `my-site` becomes `My Site`. */
export function titleOf(name: string): string {
  const words = name.split(/[-._]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/**
 * Converts a name to a label for containers, Kubernetes objects and system accounts: up to 31 lower-case letters,
 * digits and hyphens, starting with a letter.
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
