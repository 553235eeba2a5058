import type { Manifest } from '../../../runtime/kernel/contract/manifest.js';
import { testTypes } from '../../support/test-types.js';
import { cascadeManifest } from '../cascades/types.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const others = testTypes.resources.filter(({ name }) => !known.has(name));

/** All types of the tests. */
export const bulkManifest: Manifest = {
  ...cascadeManifest,
  resources: [...cascadeManifest.resources, ...others],
};
