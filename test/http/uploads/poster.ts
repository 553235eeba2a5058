import { DataTypes } from 'sequelize';
import { manifest as sampleManifest } from '../../../generated/manifest.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor, ScalarField } from '../../../runtime/kernel/contract/schema/resource.js';
import { notBlank } from '../../../runtime/kernel/validation/constraints/index.js';
import { uploadField } from './upload-manifest.js';

const text = (name: string, rest: Partial<ScalarField> = {}): ScalarField => ({
  kind: 'scalar',
  name,
  column: name,
  type: 'string',
  accepts: ['string'],
  nullable: true,
  readable: true,
  writable: true,
  ...rest,
});

export const TOO_NARROW = 'A published poster is at least 100 pixels wide.';
export const TOO_LONG = 'A published text has at most 20 bytes.';

/** A type whose files can be drafts that cannot be published: small pictures and long texts. */
const poster: ResourceDescriptor = {
  ...sampleManifest.resources.find(({ name }) => name === 'Image')!,
  name: 'Poster',
  classIdentifier: 'Poster',
  path: '/component/posters',
  table: 'posters',
  fields: [
    text('headline'),
    uploadField({
      name: 'picture',
      column: 'picture_path',
      adapter: 'public',
      constraints: [
        { Image: { maxWidth: 1000 } },
        { Image: { minWidth: 100, minWidthMessage: TOO_NARROW, groups: ['Poster:published'] } },
      ],
    }),
    uploadField({
      name: 'terms',
      column: 'terms_path',
      requiredOnPublish: true,
      constraints: [
        { File: { maxSize: 20, maxSizeMessage: TOO_LONG, groups: ['Poster:published', 'legal'] } },
        { File: { filenameMaxLength: 12, groups: ['Poster:published'] } },
      ],
    }),
    text('slug', { unique: true }),
  ],
  attributes: {
    id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
    headline: { type: DataTypes.STRING(255), allowNull: true },
    picture_path: { type: DataTypes.STRING(255), allowNull: true },
    terms_path: { type: DataTypes.STRING(255), allowNull: true },
    slug: { type: DataTypes.STRING(255), allowNull: true },
  },
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['Poster:published'],
  },
  validate(value, { groups, violations }) {
    if (groups.has('Poster:published')) notBlank({ violations, path: 'headline', value: value.headline });
  },
};

export const posterManifest: Manifest = {
  ...sampleManifest,
  resources: [...sampleManifest.resources, poster],
};
