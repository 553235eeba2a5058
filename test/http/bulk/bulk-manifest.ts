import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { testTypes } from '../../support/test-types.js';
import { cascadeManifest } from '../cascades/types.js';
import { uniqueManifest } from '../publishing/unique-types.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const ticket = uniqueManifest.resources.filter(({ name }) => name === 'Ticket');
const others = testTypes.resources.filter(({ name }) => !known.has(name));

/** All types of the tests. */
export const bulkManifest: Manifest = {
  ...cascadeManifest,
  resources: [...cascadeManifest.resources, ...others, ...ticket],
};
