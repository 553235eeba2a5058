import { guardedDescriptor } from '../../support/generated/descriptors/guarded.js';
import { testTypes } from '../../support/test-types.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type {
  FieldDescriptor,
  FilterDescriptor,
  ResourceDescriptor,
  ScalarField,
  ToManyField,
} from '../../../runtime/kernel/contract/schema/resource.js';
import { links } from '../lists/linked-types.js';
import { publishingManifest, relation, text, withoutAttributes } from '../publishing/types.js';

const plain = withoutAttributes(guardedDescriptor);

function aRecord(
  name: string,
  path: string,
  rest: Partial<ResourceDescriptor> & { readonly fields: readonly FieldDescriptor[] },
): ResourceDescriptor {
  return {
    ...plain,
    kind: 'record',
    operations: ['collection', 'create', 'read', 'update', 'replace', 'delete'],
    name,
    classIdentifier: name,
    path: `/record/${path}`,
    table: path,
    validate() {},
    ...rest,
  };
}

const scalar = (name: string, type: ScalarField['type'], accepts: ScalarField['accepts']): ScalarField => ({
  ...text(name),
  column: name.toLowerCase(),
  type,
  accepts,
});

const inverse = (name: string, target: string, column: string): ToManyField => ({
  kind: 'to-many',
  name,
  target,
  through: { kind: 'inverse', column },
  readable: true,
  writable: false,
});

const talkTopics = { table: 'talk_topics', ownColumn: 'talk_id', targetColumn: 'topic_id' };

/** A topic with a flag that makes it readable for visitors. */
const topic = aRecord('Topic', 'topics', {
  fields: [
    text('name'),
    scalar('weight', 'integer', ['int']),
    { ...scalar('price', 'decimal', ['string']), precision: 10, scale: 2 },
    scalar('day', 'date', ['string']),
    scalar('startsAt', 'datetime', ['string']),
    scalar('isOpen', 'boolean', ['bool']),
    text('note', { readIf: "is_granted('ROLE_ADMIN')" }),
    links('talks', 'Talk', {
      table: talkTopics.table,
      ownColumn: talkTopics.targetColumn,
      targetColumn: talkTopics.ownColumn,
      owner: false,
    }),
  ],
  security: { collection: 'true', read: "object.isOpen == true or is_granted('ROLE_ADMIN')" },
});

const filter = (
  parameter: string,
  field: string,
  strategy: FilterDescriptor['strategy'],
): FilterDescriptor => ({ parameter, field, strategy, caseSensitive: strategy !== 'partial' });

/** Paths that end in a text, by the name of their filter. */
export const TEXT_PATHS = {
  topic: 'topics.name',
  article: 'articles.headline',
  reading: 'readings.headline',
  story: 'stories.title',
  seriesTopic: 'series.topics.name',
  sibling: 'topics.talks.title',
} as const;

const talk = aRecord('Talk', 'talks', {
  fields: [
    text('title'),
    links('topics', 'Topic', { ...talkTopics, owner: true }),
    inverse('articles', 'Article', 'talk_id'),
    links('readings', 'Article', {
      table: 'talk_readings',
      ownColumn: 'talk_id',
      targetColumn: 'article_id',
      owner: true,
    }),
    links('stories', 'StoryData', {
      table: 'talk_stories',
      ownColumn: 'talk_id',
      targetColumn: 'story_id',
      owner: true,
    }),
    relation('series', 'Talk'),
    inverse('parts', 'Talk', 'series_id'),
  ],
  security: { collection: 'true', read: 'true' },
  filters: [
    ...Object.entries(TEXT_PATHS).map(([parameter, field]) => filter(parameter, field, 'exact')),
    filter('title', 'title', 'exact'),
    filter('topicHas', 'topics.name', 'partial'),
    filter('topicIs', 'topics', 'exact'),
    filter('articleIs', 'articles', 'exact'),
    filter('readingIs', 'readings', 'exact'),
    filter('partIs', 'parts', 'exact'),
    filter('topicDay', 'topics.day', 'date'),
    filter('topicAt', 'topics.startsAt', 'date'),
    filter('topicWeight', 'topics.weight', 'range'),
    filter('topicOpen', 'topics.isOpen', 'boolean'),
    filter('topicNote', 'topics.note', 'exact'),
    filter('hasTopics', 'topics', 'exists'),
    filter('hasArticles', 'articles', 'exists'),
    filter('hasWeights', 'topics.weight', 'exists'),
  ],
  orderFields: [
    'title',
    ...Object.values(TEXT_PATHS),
    'topics.weight',
    'topics.price',
    'topics.day',
    'topics.startsAt',
    'topics.note',
    'parts.title',
  ],
});

const published = (name: string, ...more: readonly FieldDescriptor[]): readonly ResourceDescriptor[] =>
  publishingManifest.resources
    .filter((resource) => resource.name === name)
    .map((resource) => ({
      ...resource,
      fields: [...resource.fields.filter((field) => field.kind === 'scalar'), ...more],
    }));

/** Talks with topics, articles of their own, recommended articles and stories: every kind of relation. */
export const relatedTypes: Manifest = {
  ...testTypes,
  resources: [
    ...testTypes.resources.filter(({ kind }) => kind === 'component'),
    ...published('Article', relation('talk', 'Talk')),
    ...published('StoryData'),
    topic,
    talk,
  ],
};
