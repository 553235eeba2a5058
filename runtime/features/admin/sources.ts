import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { type Uploads, uploadFieldsOf } from '../uploads/public-api.js';

/** A sample file name, whose URL reveals the origin of its filesystem. The file is neither read nor stored. */
const ANY_FILE = 'x';
const SECONDS = 60;

/**
 * Returns the origins of file URLs as absolute origins, including the service. Origins from URL generators of the
 * project are unknown.
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

/** Returns the origin of a URL or of a path on the service. */
export function originOf(url: string | undefined, publicUrl: string): string | undefined {
  if (url === undefined || !URL.canParse(url, publicUrl)) return undefined;
  const { origin } = new URL(url, publicUrl);
  return origin === 'null' ? undefined : origin;
}
