import { DataTypes } from 'sequelize';
import { manifest as sampleManifest } from '../../../generated/manifest.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type {
  FieldDescriptor,
  ResourceDescriptor,
  UploadField,
} from '../../../runtime/kernel/contract/schema/resource.js';
import { withoutAttributes, withoutDrafts } from '../publishing/types.js';

export function uploadField(rest: Partial<UploadField> & Pick<UploadField, 'name' | 'column'>): UploadField {
  return {
    kind: 'upload',
    readable: false,
    writable: true,
    adapter: 'private',
    prefix: '',
    urlGenerator: 'api',
    imagineFilters: [],
    requiredOnPublish: false,
    constraints: [],
    ...rest,
  };
}

/** A type with two upload fields on a private filesystem, one of them required to publish. */
export const brochure: ResourceDescriptor = {
  ...sampleManifest.resources.find(({ name }) => name === 'Image')!,
  name: 'Brochure',
  classIdentifier: 'Brochure',
  path: '/component/brochures',
  table: 'brochures',
  fields: [
    uploadField({
      name: 'documentFile',
      column: 'document_path',
      prefix: 'docs/brochures/',
      requiredOnPublish: true,
      constraints: [
        {
          File: {
            maxSize: '20k',
            mimeTypes: ['application/pdf', 'text/*', 'image/svg+xml', 'application/*'],
          },
        },
      ],
    }),
    uploadField({
      name: 'cover',
      column: 'cover_path',
      imagineFilters: ['thumbnail', 'square'],
      constraints: [{ Image: { maxWidth: 1500 } }],
    }),
  ],
  attributes: {
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    document_path: { type: DataTypes.STRING(255), allowNull: true },
    cover_path: { type: DataTypes.STRING(255), allowNull: true },
  },
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['Brochure:published'],
  },
};

export const uploadManifest: Manifest = {
  ...sampleManifest,
  resources: [...sampleManifest.resources, brochure],
};

/** A component that accepts files and has no drafts. */
export function plainType(
  name: string,
  path: string,
  fields: readonly FieldDescriptor[],
): ResourceDescriptor {
  const image = sampleManifest.resources.find((resource) => resource.name === 'Image')!;
  return {
    ...withoutDrafts(withoutAttributes(image)),
    name,
    classIdentifier: name,
    path,
    table: path.split('/').at(-1)!,
    operations: ['collection', 'create', 'read', 'update', 'replace', 'delete', 'upload'],
    fields,
    searchFields: [],
    validate() {},
  };
}
