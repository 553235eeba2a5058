import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { ResourceDescriptor } from '../../../runtime/contract/resource.js';
import { brochure, uploadField } from '../uploads/upload-manifest.js';
import { publishingManifest, relation, text, withoutAttributes } from './types.js';

/** Every member of a version of it says the same, so that half a version shows. */
const leaflet: ResourceDescriptor = {
  ...withoutAttributes(brochure),
  name: 'Leaflet',
  classIdentifier: 'Leaflet',
  path: '/component/leaflets',
  table: 'leaflets',
  fields: [text('headline'), text('body'), uploadField({ name: 'file', column: 'file_path' })],
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['Leaflet:published'],
  },
  validate() {},
};

const story = publishingManifest.resources.find(({ name }) => name === 'StoryData')!;

const leafletData: ResourceDescriptor = {
  ...story,
  name: 'LeafletData',
  classIdentifier: 'LeafletData',
  path: '/page_data/leaflet_datas',
  table: 'leaflet_datas',
  fields: [
    text('teaser'),
    text('summary'),
    relation('lead', 'Leaflet', true),
    relation('second', 'Leaflet', true),
  ],
};

export const crashManifest: Manifest = {
  ...publishingManifest,
  resources: [...publishingManifest.resources, leaflet, leafletData],
};
