import { manifest as sampleManifest } from '../../../generated/manifest.js';
import { titleDescriptor } from '../../../generated/descriptors/title.js';
import { nestedPageDataDescriptor } from '../../../generated/descriptors/nested-page-data.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type {
  ResourceDescriptor,
  ScalarField,
  ToOneField,
} from '../../../runtime/kernel/contract/schema/resource.js';
import { notBlank } from '../../../runtime/kernel/validation/constraints/index.js';

/** A nullable text member. */
export const text = (name: string, rest: Partial<ScalarField> = {}): ScalarField => ({
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

/** A nullable relation; with `slot`, a slot that positions can show. */
export const relation = (name: string, target: string, slot = false): ToOneField => ({
  kind: 'to-one',
  name,
  target,
  column: `${name}_id`,
  nullable: true,
  onDelete: 'set-null',
  readable: true,
  writable: true,
  ...(slot ? { slot } : {}),
});

/** A generated descriptor as a model for others: their tables follow from their fields. */
export function withoutAttributes(descriptor: ResourceDescriptor): ResourceDescriptor {
  const copy: { attributes?: unknown } = { ...descriptor };
  delete copy.attributes;
  return copy as ResourceDescriptor; // attributes are optional
}

/** A type without drafts. */
export function withoutDrafts(descriptor: ResourceDescriptor): ResourceDescriptor {
  const copy: { publishable?: unknown } = { ...descriptor };
  delete copy.publishable;
  return copy as ResourceDescriptor; // drafts are optional
}

/** A type that callers without the editing permission can write (contract decision 120). */
export const openToWriters = (descriptor: ResourceDescriptor): ResourceDescriptor => ({
  ...descriptor,
  extensions: { ...descriptor.extensions, drafts: { asksPermission: false } },
});

const component = withoutAttributes(titleDescriptor);
const pageData = withoutAttributes(nestedPageDataDescriptor);

/** `headline` is always required, `body` only to publish. Every user can write it. */
const article: ResourceDescriptor = {
  ...openToWriters(component),
  name: 'Article',
  classIdentifier: 'Article',
  path: '/component/articles',
  table: 'articles',
  fields: [text('headline'), text('body'), text('slug', { unique: true }), relation('related', 'Article')],
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    permission: "is_granted('ROLE_ADMIN')",
    validationGroups: ['Article:published'],
    expiryField: 'expiresAt',
  },
  searchFields: ['headline'],
  orderFields: ['headline'],
  validate(value, { groups, violations }) {
    notBlank({ violations, path: 'headline', value: value.headline });
    if (groups.has('Article:published'))
      notBlank({ violations, path: 'body', value: value.body }, { message: 'Write a body.' });
  },
};

/** Every signed-in user can edit drafts of this type; every member has another name. */
const note: ResourceDescriptor = {
  ...component,
  name: 'Note',
  classIdentifier: 'Note',
  path: '/component/notes',
  table: 'notes',
  fields: [text('text')],
  publishable: {
    field: 'customPublishedAt',
    publishedAssociation: 'customPublished',
    draftAssociation: 'customDraft',
    permission: "is_granted('ROLE_USER')",
    validationGroups: ['Note:published', 'legal'],
  },
  timestamped: { createdAtField: 'made', modifiedAtField: 'touched' },
  validate(value, { groups, violations }) {
    if (groups.has('legal')) notBlank({ violations, path: 'text', value: value.text });
  },
};

/** Not publishable. */
const box: ResourceDescriptor = {
  ...openToWriters(withoutDrafts(component)),
  name: 'Box',
  classIdentifier: 'Box',
  path: '/component/boxes',
  table: 'boxes',
  fields: [text('label'), relation('favourite', 'Article')],
  validate() {},
};
delete (box as { timestamped?: unknown }).timestamped;

const storyData: ResourceDescriptor = {
  ...pageData,
  name: 'StoryData',
  classIdentifier: 'StoryData',
  path: '/page_data/story_datas',
  table: 'story_datas',
  fields: [text('teaser'), relation('lead', 'Article', true), relation('box', 'Box', true)],
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['StoryData:published'],
  },
  validate() {},
};

/** The sample site's types and some that use every setting of publication. */
export const publishingManifest: Manifest = {
  ...sampleManifest,
  resources: [...sampleManifest.resources, article, note, box, storyData],
};
