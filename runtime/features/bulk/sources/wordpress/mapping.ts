import type { Kernel } from '../../../../kernel/kernel.js';
import type { CommandIo } from '../../../../kernel/contract/command.js';
import type { RegisteredResource } from '../../../../kernel/metadata/resource-registry.js';
import { BulkError } from '../../bulk-error.js';

/** What posts become. */
export interface Mapping {
  readonly pageData: RegisteredResource;
  /** Id of the page that lays them out. */
  readonly template: string;
  /** The slot of the text, and the component that stands in it. */
  readonly body: { readonly slot: string; readonly component: RegisteredResource; readonly member: string };
  /** Members of the page data for the excerpt and the tags, where it has such. */
  readonly excerpt: { readonly name: string; readonly length: number } | undefined;
  readonly tags: string | undefined;
}

export type MappingDeps = Pick<Kernel, 'registry' | 'reader' | 'database'>;

const EXCERPTS = ['summary', 'excerpt', 'teaser', 'intro'];
const HTML = ['html', 'text', 'content', 'body'];

/** Finds in the types of the project what posts become; what is not clear is to be named. @throws BulkError that says how */
export async function findMapping(flags: CommandIo['flags'], deps: MappingDeps): Promise<Mapping> {
  const pageData = findPageData(flags['page-data'], deps);
  const body = findBody(pageData, deps);
  const fieldOf = (names: readonly string[]): string | undefined =>
    names.find((name) => pageData.field(name) !== undefined);
  const excerpt = pageData.field(fieldOf(EXCERPTS) ?? '');
  const tags = pageData.field('tags');
  return {
    pageData,
    body,
    template: await findTemplate(flags['template'], pageData, deps),
    excerpt:
      excerpt?.kind === 'scalar' && excerpt.accepts.includes('string')
        ? { name: excerpt.name, length: excerpt.length ?? Infinity }
        : undefined,
    tags: tags?.kind === 'scalar' && tags.type === 'json' ? tags.name : undefined,
  };
}

function findPageData(asked: CommandIo['flags'][string], { registry }: MappingDeps): RegisteredResource {
  const types = registry.all.filter(({ kind }) => kind === 'page_data');
  const names = types.map(({ name }) => name).join(', ');
  const found =
    typeof asked === 'string'
      ? types.filter(({ name }) => name === asked)
      : types.length === 1
        ? types
        : types.filter(({ name }) => /^(Blog)?(Article|Post|News)(Data)?$/.test(name));
  const [type] = found;
  if (type !== undefined && found.length === 1) return type;
  if (names === '')
    throw new BulkError(
      'Posts become page data, and the project has no such type. `cms make:page-data` makes one.',
    );
  throw new BulkError(`Say by --page-data which type posts and pages become: ${names}.`);
}

function findBody(pageData: RegisteredResource, { registry }: MappingDeps): Mapping['body'] {
  for (const field of pageData.fields) {
    const component = field.kind === 'to-one' && field.slot === true ? registry.get(field.target) : undefined;
    const member = HTML.find((name) => component?.field(name)?.kind === 'scalar');
    if (component?.kind === 'component' && member !== undefined)
      return { slot: field.name, component, member };
  }
  throw new BulkError(
    `${pageData.name} has no slot for a text: a member with "x-component" of a type that has one of the members ${HTML.join(', ')}.`,
  );
}

async function findTemplate(
  asked: CommandIo['flags'][string],
  { name }: RegisteredResource,
  { reader, database }: MappingDeps,
): Promise<string> {
  const { expression } = reader.select('Page');
  const templates = await reader
    .statements('Page')
    .where(`${expression('isTemplate')} = :is`)
    .all(database, {
      is: database.dialect.encode('boolean', true),
    });
  const references = templates.map(({ values }) => String(values['reference']));
  const wanted = typeof asked === 'string' ? [asked] : guessedReferences(name, references);
  const found = templates.filter(({ values }) => wanted.includes(String(values['reference'])));
  const [template] = found;
  if (template !== undefined && found.length === 1) return template.id;
  throw new BulkError(
    references.length === 0
      ? 'Page data needs a template: a page with "isTemplate". The site has none yet.'
      : `Say by --template which page lays out ${name}: ${references.join(', ')}.`,
  );
}

/** `article-template` for ArticleData, or the only one that there is. */
function guessedReferences(type: string, references: readonly string[]): readonly string[] {
  if (references.length === 1) return references;
  const words = type.replace(/Data$/, '').replace(/([a-z])([A-Z])/g, '$1-$2');
  return [`${words.toLowerCase()}-template`];
}
