import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';

/** Built-in types that are content. Site parameters and accounts have their own rules. */
const CONTENT: ReadonlySet<string> = new Set([
  'Layout',
  'Page',
  'Route',
  'ComponentGroup',
  'ComponentPosition',
]);

/**
 * Returns whether writing records of a type needs the editing permission: all content types that do not opt out with
 * `x-editing-permission: false` (contract decision 120).
 */
export function needsEditingPermission({
  name,
  kind,
  extensions,
}: Pick<ResourceDescriptor, 'name' | 'kind' | 'extensions'>): boolean {
  const { asksPermission = true }: { readonly asksPermission?: boolean } = extensions?.drafts ?? {};
  if (kind === 'core') return CONTENT.has(name);
  return kind !== 'record' && asksPermission;
}
