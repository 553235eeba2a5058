import type { OwnAdmin } from '../../types/index.js';
import { EXTENSION_SCRIPT } from '../api/page-settings.js';

/** Extensions of the project, and the reason if they failed to load. */
export interface LoadedExtensions {
  readonly parts: OwnAdmin;
  readonly failure?: string;
}

let loaded: LoadedExtensions = { parts: {} };

export const loadedExtensions = (): LoadedExtensions => loaded;

/** Loads the extensions of the project before the first screen. Without them, or if they fail, the admin uses its defaults. */
export async function loadExtensions(address = EXTENSION_SCRIPT): Promise<void> {
  if (address === undefined) return;
  try {
    const module = (await import(/* @vite-ignore */ address)) as { readonly default?: unknown };
    if (typeof module.default !== 'object' || module.default === null)
      throw new Error('admin/index.tsx has no default export. Write `export default defineAdmin({ … })`.');
    loaded = { parts: module.default as OwnAdmin }; // defineAdmin has checked the type
  } catch (error) {
    console.error(error);
    loaded = { parts: {}, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the extension for a member, or else the one for its kind. */
export function extensionFor<Part>(
  parts: Readonly<Record<string, Part>> | undefined,
  type: string,
  member: { readonly name: string; readonly kind: string },
): Part | undefined {
  return ownProperty(parts, `${type}.${member.name}`) ?? ownProperty(parts, member.kind);
}

/** Returns an own property, because a type may be named like a property of every object. */
export const ownProperty = <Part>(
  parts: Readonly<Record<string, Part>> | undefined,
  name: string,
): Part | undefined => (parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined);
