import type { Representation, RepresentationExtension } from '../contract/operations.js';
import type { Reference } from '../contract/record.js';
import type { IriConverter } from '../metadata/iri-converter.js';

/** `_metadata` of positions that needs no other record (core.md section 3). */
export function createPositionMetadata(iris: IriConverter): RepresentationExtension {
  return {
    name: 'position metadata',
    appliesTo: ({ name }) => name === 'ComponentPosition',
    extend(representations) {
      for (const representation of representations) describe(representation, iris);
      return Promise.resolve();
    },
  };
}

function describe({ record, metadata, vary }: Representation, iris: IriConverter): void {
  const isDynamic = record.values.pageDataProperty !== null;
  metadata.isDynamicPosition = isDynamic;
  // On every position: which ones the header decides about is for administrators to know (contract decision 65).
  vary.add('path');
  const component = record.values.component as Reference | null; // a to-one member
  if (component !== null) metadata.staticComponent = iris.of(component);
}
