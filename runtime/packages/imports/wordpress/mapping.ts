import {
  BulkError,
  type CommandIo,
  type FieldDescriptor,
  type ImportSite,
  type OperationResource,
} from 'cms-api-components';
import { type RequestedMapping, type RequestedText, type Part, readMappingFile } from './mapping-file.js';

/** Mapping of the items of one post type. */
export interface Mapping {
  readonly pageData: OperationResource;
  readonly template: { readonly id: string; readonly reference: string };
  /** The slot and component for the text; undefined if the text is not mapped. */
  readonly body: Body | undefined;
  readonly members: readonly MappedMember[];
}

interface Body {
  readonly slot: string;
  readonly component: OperationResource;
  readonly member: string;
}

/** A member of the page data with its source. */
export interface MappedMember {
  readonly field: ScalarField;
  readonly part: Part;
}

type ScalarField = Extract<FieldDescriptor, { readonly kind: 'scalar' }>;

const EXCERPTS = ['summary', 'excerpt', 'teaser', 'intro'];
const HTML = ['html', 'text', 'content', 'body'];

/**
 * Returns the mappings by post type: those of the mapping file, or for posts and pages a mapping derived from the types
 * of the project.
 * @throws BulkError
 */
export async function findMappings(
  flags: CommandIo['flags'],
  site: ImportSite,
): Promise<ReadonlyMap<string, Mapping>> {
  const named = flags['mapping'];
  const requested: ReadonlyMap<string, RequestedMapping> =
    typeof named === 'string'
      ? await readMappingFile(named)
      : new Map([
          ['post', {}],
          ['page', {}],
        ]);
  const mappings = new Map<string, Mapping>();
  for (const [type, one] of requested) mappings.set(type, await findMapping(one, flags, site));
  return mappings;
}

/** Describes the mappings as text lines. */
export const describeMappings = (mappings: ReadonlyMap<string, Mapping>): readonly string[] =>
  [...mappings].map(([type, { pageData, template, body, members }]) => {
    const filled = members.map(({ field, part }) => `${field.name} from ${part}`);
    const text =
      body === undefined ? [] : [`${body.slot} (${body.component.name}.${body.member}) from content`];
    return `${type} becomes ${pageData.name} with the template ${template.reference}: ${[...filled, ...text].join(', ')}.`;
  });

async function findMapping(
  requested: RequestedMapping,
  flags: CommandIo['flags'],
  site: ImportSite,
): Promise<Mapping> {
  const pageData = findPageData(requested.pageData ?? flags['page-data'], site.types);
  const members = membersOf(requested.members ?? guessedMembers(pageData), pageData);
  const hasText = requested.text !== null && !members.some(({ part }) => part === 'content');
  return {
    pageData,
    members,
    body: hasText ? findBody(pageData, requested.text ?? {}, site.types) : undefined,
    template: await findTemplate(requested.template ?? flags['template'], pageData, site),
  };
}

/** Returns a mapping of excerpt and tags for types with matching members. */
function guessedMembers(type: OperationResource): Readonly<Record<string, Part>> {
  const excerpt = type.field(EXCERPTS.find((name) => type.field(name) !== undefined) ?? '');
  const tags = type.field('tags');
  return {
    ...(excerpt?.kind === 'scalar' && excerpt.accepts.includes('string')
      ? { [excerpt.name]: 'excerpt' }
      : {}),
    ...(tags?.kind === 'scalar' && tags.type === 'json' ? { tags: 'tags' } : {}),
  };
}

/** Resolves the mapped members. The title is always mapped. */
function membersOf(
  requested: Readonly<Record<string, Part>>,
  type: OperationResource,
): readonly MappedMember[] {
  const all: Readonly<Record<string, Part>> = { title: 'title', ...requested };
  return Object.entries(all).map(([name, part]) => {
    const field = type.field(name);
    if (field?.kind !== 'scalar' || !field.writable)
      throw new BulkError(`${type.name} has no field "${name}" that a mapping can set.`);
    if (!field.accepts.includes('string') && field.type !== 'json')
      throw new BulkError(`"${name}" of ${type.name} does not accept text, but "${part}" is text.`);
    return { field, part };
  });
}

function findPageData(
  requested: CommandIo['flags'][string],
  all: readonly OperationResource[],
): OperationResource {
  const types = all.filter(({ kind }) => kind === 'page_data');
  const names = types.map(({ name }) => name).join(', ');
  const found =
    typeof requested === 'string'
      ? types.filter(({ name }) => name === requested)
      : types.length === 1
        ? types
        : types.filter(({ name }) => /^(Blog)?(Article|Post|News)(Data)?$/.test(name));
  const [type] = found;
  if (type !== undefined && found.length === 1) return type;
  if (names === '')
    throw new BulkError(
      'Posts are imported as page data, but the project has no page data type. Create one with `cms make:page-data`.',
    );
  throw new BulkError(`Choose a type for posts and pages with --page-data: ${names}.`);
}

function findBody(
  pageData: OperationResource,
  { slot, member: wanted }: RequestedText,
  types: readonly OperationResource[],
): Body {
  for (const field of pageData.fields) {
    if (slot !== undefined && field.name !== slot) continue;
    const component =
      field.kind === 'to-one' && field.slot === true
        ? types.find((type) => type.name === field.target)
        : undefined;
    const member = (wanted === undefined ? HTML : [wanted]).find(
      (name) => component?.field(name)?.kind === 'scalar',
    );
    if (component?.kind === 'component' && member !== undefined)
      return { slot: field.name, component, member };
  }
  if (slot !== undefined)
    throw new BulkError(
      `"${slot}" of ${pageData.name} is not a slot for a component with a ${wanted === undefined ? 'text field' : `field "${wanted}"`}.`,
    );
  throw new BulkError(
    `${pageData.name} has no slot for text: a field with "x-component" of a type that has one of the fields ${HTML.join(', ')}.`,
  );
}

async function findTemplate(
  requested: CommandIo['flags'][string],
  { name }: OperationResource,
  site: ImportSite,
): Promise<Mapping['template']> {
  const templates = await site.findBy('Page', 'isTemplate', true);
  const references = templates.map(({ values }) => String(values['reference']));
  const wanted = typeof requested === 'string' ? [requested] : guessedReferences(name, references);
  const found = templates.filter(({ values }) => wanted.includes(String(values['reference'])));
  const [template] = found;
  if (template !== undefined && found.length === 1)
    return { id: template.id, reference: String(template.values['reference']) };
  throw new BulkError(
    references.length === 0
      ? 'Page data requires a template, but the site has none. Create a page with "isTemplate".'
      : `Choose a template for ${name} with --template: ${references.join(', ')}.`,
  );
}

/** Returns `article-template` for ArticleData, or the only template if there is just one. */
function guessedReferences(type: string, references: readonly string[]): readonly string[] {
  if (references.length === 1) return references;
  const words = type.replace(/Data$/, '').replace(/([a-z])([A-Z])/g, '$1-$2');
  return [`${words.toLowerCase()}-template`];
}
