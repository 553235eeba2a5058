import type { OwnAdmin } from '../../types/index.js';
import { EXTENSION_SCRIPT } from '../api/page-settings.js';

/** What the project brought, and why it did not where it failed. */
export interface LoadedExtensions {
  readonly parts: OwnAdmin;
  readonly failure?: string;
}

let loaded: LoadedExtensions = { parts: {} };

export const loadedExtensions = (): LoadedExtensions => loaded;

/** Loads the parts of the project before the first screen. Without them, or where they fail, the admin is as it comes. */
export async function loadExtensions(address = EXTENSION_SCRIPT): Promise<void> {
  if (address === undefined) return;
  try {
    const module = (await import(/* @vite-ignore */ address)) as { readonly default?: unknown };
    if (typeof module.default !== 'object' || module.default === null)
      throw new Error('admin/index.tsx has no default export. Write `export default defineAdmin({ … })`.');
    loaded = { parts: module.default as OwnAdmin }; // defineAdmin has checked it
  } catch (error) {
    console.error(error);
    loaded = { parts: {}, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The part for a member: that for it alone before that for its kind. */
export function extensionFor<Part>(
  parts: Readonly<Record<string, Part>> | undefined,
  type: string,
  member: { readonly name: string; readonly kind: string },
): Part | undefined {
  return ownProperty(parts, `${type}.${member.name}`) ?? ownProperty(parts, member.kind);
}

/** A name of a type may be one that every object has. */
export const ownProperty = <Part>(
  parts: Readonly<Record<string, Part>> | undefined,
  name: string,
): Part | undefined => (parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined);
