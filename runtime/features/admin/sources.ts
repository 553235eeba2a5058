import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { type Uploads, uploadFieldsOf } from '../uploads/door.js';

/** The address of a file tells the origin of all files of its filesystem; nothing is read or stored. */
const ANY_FILE = 'x';
const SECONDS = 60;

/**
 * Origins of the files that documents name, as far as filesystems know them: those that generators of the project make up are its
 * secret. They are absolute, so that of the service is among them.
 */
export async function fileOrigins(
  registry: ResourceRegistry,
  { stores }: Pick<Uploads, 'stores'>,
  publicUrl: string,
): Promise<readonly string[]> {
  const urls = registry.all.flatMap(uploadFieldsOf).map(async ({ adapter, urlGenerator }) => {
    const store = stores.get(adapter);
    return urlGenerator === 'temporary' ? store.temporaryUrl(ANY_FILE, SECONDS) : store.publicUrl(ANY_FILE);
  });
  const found = (await Promise.all(urls)).flatMap((url) => originOf(url, publicUrl) ?? []);
  return [...new Set([new URL(publicUrl).origin, ...found])];
}

/** The origin of an address, which may be a path on the service itself. */
export function originOf(url: string | undefined, publicUrl: string): string | undefined {
  if (url === undefined || !URL.canParse(url, publicUrl)) return undefined;
  const { origin } = new URL(url, publicUrl);
  return origin === 'null' ? undefined : origin;
}
