import type { Representation, RepresentationExtension } from '../../../kernel/contract/records/operations.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { type CurrentSlots, type CurrentSlotsDeps, loadCurrentSlots } from './current-slots.js';
import type { Placement } from '../../placement/public-api.js';

/**
 * Replaces the component of a dynamic position by that of the current page data record (core.md section 8.2). Another
 * extension hides drafts and falls back to the stored component.
 */
export function createPositionResolution(
  deps: CurrentSlotsDeps & { readonly placement: Pick<Placement, 'allows'> },
): RepresentationExtension {
  return {
    appliesTo: ({ name }) => name === 'ComponentPosition',
    async extend(representations, _purpose, scope) {
      const dynamic = representations.filter(({ record }) => record.values.pageDataProperty !== null);
      if (dynamic.length === 0) return;
      const request = {
        properties: dynamic.map(({ record }) => String(record.values.pageDataProperty)),
        groups: dynamic.map(({ record }) => groupOf(record.values)),
      };
      const current = await loadCurrentSlots(request, scope, deps);
      if (current === undefined) return;
      for (const representation of dynamic) resolve(representation, current, deps);
    },
  };
}

function resolve(
  representation: Representation,
  current: CurrentSlots,
  deps: Parameters<typeof createPositionResolution>[0],
): void {
  const { record, members, metadata, tags } = representation;
  metadata.pageDataPath = current.path;
  if (current.expiresAt !== undefined) representation.expiresAt = current.expiresAt;
  if (current.pageData !== null) tags.add(deps.iris.of(current.pageData));
  const component = current.components.get(String(record.values.pageDataProperty));
  if (component === undefined) return;
  if (deps.placement.allows(current.allowed.get(groupOf(record.values)) ?? null, component.type))
    members.component = component;
}

function groupOf(values: Readonly<Record<string, unknown>>): string {
  return (values.componentGroup as Reference).id; // a required to-one field
}
