import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { brochure, uploadField } from '../uploads/upload-manifest.js';
import { publishingManifest, relation, text, withoutAttributes } from './types.js';

const find = (name: string): ResourceDescriptor =>
  publishingManifest.resources.find((resource) => resource.name === name)!;
const { validate, publishable } = find('Article');
if (publishable === undefined || validate === undefined) throw new Error('Articles are publishable');

/** Every member contains the version, so that a partial write is visible. */
const leaflet: ResourceDescriptor = {
  ...withoutAttributes(brochure),
  name: 'Leaflet',
  classIdentifier: 'Leaflet',
  path: '/component/leaflets',
  table: 'leaflets',
  fields: [text('headline'), text('body'), uploadField({ name: 'file', column: 'file_path' })],
  publishable: { ...publishable, validationGroups: ['Article:published'] },
  validate,
};

const leafletData: ResourceDescriptor = {
  ...find('StoryData'),
  name: 'LeafletData',
  classIdentifier: 'LeafletData',
  path: '/page_data/leaflet_datas',
  table: 'leaflet_datas',
  fields: [
    text('headline'),
    text('body'),
    relation('lead', 'Leaflet', true),
    relation('second', 'Leaflet', true),
  ],
  publishable: { ...publishable, validationGroups: ['Article:published'] },
  validate,
};

export const pairManifest: Manifest = {
  ...publishingManifest,
  resources: [...publishingManifest.resources, leaflet, leafletData],
};
