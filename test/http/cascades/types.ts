import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor, ToOneField } from '../../../runtime/kernel/contract/schema/resource.js';
import { publishingManifest } from '../publishing/types.js';

const box = publishingManifest.resources.find(({ name }) => name === 'Box');
const story = publishingManifest.resources.find(({ name }) => name === 'StoryData');
if (box === undefined || story === undefined) throw new Error('The types of the publishing tests are gone.');

/** Defines a relation and what happens to its owner when the target is deleted. */
function relation(name: string, target: string, rest: Pick<ToOneField, 'onDelete' | 'nullable'>): ToOneField {
  return { kind: 'to-one', name, target, column: `${name}_id`, readable: true, writable: true, ...rest };
}

const aType = (
  model: ResourceDescriptor,
  name: string,
  fields: ResourceDescriptor['fields'],
): ResourceDescriptor => ({
  ...model,
  name,
  classIdentifier: name,
  path: model.path.replace(/[^/]+$/, `${name.toLowerCase()}s`),
  table: `${name.toLowerCase()}s`,
  fields,
});

/** Types whose relations are deleted with their target, prevent its deletion, or outlive it. */
export const cascadeManifest: Manifest = {
  ...publishingManifest,
  resources: [
    ...publishingManifest.resources,
    aType(box, 'Caption', [relation('of', 'Box', { onDelete: 'cascade', nullable: true })]),
    aType(box, 'Seal', [relation('on', 'Box', { onDelete: 'restrict', nullable: true })]),
    aType(box, 'Stamp', [relation('on', 'Box', { onDelete: 'set-null', nullable: false })]),
    aType(box, 'Twin', [relation('other', 'Twin', { onDelete: 'cascade', nullable: true })]),
    aType(box, 'Bookmark', [relation('page', 'Page', { onDelete: 'cascade', nullable: true })]),
    aType(box, 'Shelf', [
      { ...relation('anything', 'AbstractComponent', { onDelete: 'set-null', nullable: true }) },
      { ...relation('second', 'AbstractComponent', { onDelete: 'set-null', nullable: true }) },
    ]),
    aType(story, 'ReviewData', [relation('subject', 'Article', { onDelete: 'cascade', nullable: true })]),
  ],
};
