import type { Representation, RepresentationExtension } from '../../kernel/contract/records/operations.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type { Kernel } from '../../kernel/kernel.js';
import { classIdentifier } from '../../kernel/metadata/class-identifier.js';

interface PositionMetadataDeps extends Pick<Kernel, 'registry' | 'iris'> {
  readonly namespace: string | null;
}

/**
 * Adds fields of positions that need no other record: `_metadata` (core.md section 3), and the class in its canonical
 * form.
 */
export function createPositionMetadata(deps: PositionMetadataDeps): RepresentationExtension {
  return {
    appliesTo: ({ name }) => name === 'ComponentPosition',
    extend(representations) {
      for (const representation of representations) describe(representation, deps);
      return Promise.resolve();
    },
  };
}

function describe(
  { record, members, metadata, vary }: Representation,
  { registry, iris, namespace }: PositionMetadataDeps,
): void {
  const isDynamic = record.values.pageDataProperty !== null;
  metadata.isDynamicPosition = isDynamic;
  // Every position varies by path, because visitors must not learn which ones depend on it (contract decision 65).
  vary.add('path');
  const { pageDataClass } = record.values;
  const named = typeof pageDataClass === 'string' ? registry.byClassIdentifier(pageDataClass) : undefined;
  if (named !== undefined) members.pageDataClass = classIdentifier(named, namespace);
  const component = record.values.component as Reference | null; // a to-one field
  if (component !== null) metadata.staticComponent = iris.of(component);
}
