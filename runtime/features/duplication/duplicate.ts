import type { LargerUnit } from '../../kernel/contract/context.js';
import type { ApiRequest } from '../../kernel/contract/http/http.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { AnswerPart, PartAnswer } from '../../kernel/contract/http/request-part.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { openLargerUnit, withEndings } from '../../kernel/unit-of-work/larger-unit.js';
import type { State } from '../../kernel/contract/state.js';
import { createState } from '../../kernel/util/async/state.js';
import type { Uploads } from '../uploads/public-api.js';
import { type AskParts, createAskParts, type CreatedPart } from './ask-parts.js';
import { createCopyFiles } from './copy-files.js';
import { copiedBody, copiedGroup, copiedPosition } from './copied-body.js';
import { createReadSource, irisIn, type Source, type SourceGroup, type SourceTree } from './read-source.js';

export interface DuplicateDeps extends Pick<Kernel, 'registry' | 'iris'> {
  readonly operations: Pick<ResourceOperations, 'enter' | 'run' | 'readItem'>;
  readonly answerPart: AnswerPart;
  readonly uploads: Pick<Uploads, 'stores' | 'openBatch'>;
}

export interface Duplication {
  readonly resource: RegisteredResource;
  readonly key: string;
  /** Members that replace those of the original. */
  readonly members: JsonObject;
}

/**
 * Duplicates a record with its content in one unit of work and returns the copy. Reads and creations run as requests of
 * the caller, so all of their rules apply.
 */
export type Duplicate = (what: Duplication, request: ApiRequest) => Promise<CreatedPart>;

export function createDuplicate(deps: DuplicateDeps): Duplicate {
  const { iris, operations, answerPart, uploads } = deps;
  const readSource = createReadSource(deps);
  const copyFiles = createCopyFiles(deps);

  return async ({ resource, key, members }, request) => {
    const state: State = createState();
    const attempt = async (
      address: string,
      scope: WriteScope,
      atEnd: LargerUnit['atEnd'],
    ): Promise<CreatedPart> => {
      const batch = uploads.openBatch();
      atEnd(() => batch.close());
      const within = { now: scope.context.now, state, partOf: openLargerUnit(scope, atEnd) };
      const ask = createAskParts({ answerPart, prefix: iris.prefix, request, within });
      const query = request.queryString === '' ? '' : `?${request.queryString}`;
      const tree = await readSource(`${iris.item(resource, address)}${query}`, ask);
      const context = { ...request.context, ...within };
      const files = (source: Source): Promise<JsonObject> => copyFiles(source, context, batch);
      return copyTree(tree, members, { ask, files });
    };
    return withEndings(request.context, (atEnd) =>
      operations.enter(
        { name: 'duplicate', resource, key, context: request.context },
        ({ key: address, context }) => operations.run(context, (scope) => attempt(address, scope, atEnd)),
      ),
    );
  };
}

/** The member of a group that refers to its owners. */
type Owners = 'pages' | 'components';

interface Copying {
  readonly ask: AskParts;
  /** Returns the members for copied files. */
  files(source: Source): Promise<JsonObject>;
}

async function copyTree(
  { root, components, uses }: SourceTree,
  members: JsonObject,
  { ask, files }: Copying,
): Promise<CreatedPart> {
  const copies = new Map<string, string>();

  /** Components that are also used elsewhere are shared with the copy rather than duplicated. */
  async function isShared(component: string): Promise<boolean> {
    const usage = await ask.documentIfAllowed(`${component}/usage`);
    return typeof usage?.total === 'number' && usage.total > (uses.get(component) ?? 0);
  }

  async function copyComponent(component: string): Promise<string> {
    const known = copies.get(component);
    if (known !== undefined) return known;
    const source = components.get(component);
    if (source === undefined || (await isShared(component))) {
      copies.set(component, component);
      return component;
    }
    const { iri } = await copy(source, {}, (made) => copies.set(component, made));
    return iri;
  }

  async function copy(
    source: Source,
    own: JsonObject,
    note: (iri: string) => void = () => undefined,
  ): Promise<CreatedPart> {
    const { resource, groups, slots } = source;
    const body: Record<string, JsonObject[string]> = { ...copiedBody(source), ...(await files(source)) };
    for (const [member, component] of slots)
      if (!(member in own)) body[member] = await copyComponent(component);
    const created = await ask.create(resource.path, { ...body, ...own });
    note(created.iri);
    const member = resource.kind === 'component' ? 'components' : 'pages';
    for (const group of groups) await (group.isShared ? share : copyGroup)(group, member, created.iri);
    return created;
  }

  async function share({ iri, document }: SourceGroup, member: Owners, owner: string): Promise<void> {
    await ask.send('PATCH', iri, { [member]: [...irisIn(document[member]), owner] });
  }

  async function copyGroup(
    { document, positions }: SourceGroup,
    member: Owners,
    owner: string,
  ): Promise<void> {
    const group = await ask.create('/_/component_groups', copiedGroup(document, member, owner));
    for (const { document: position, component } of positions) {
      const held = component === undefined ? undefined : await copyComponent(component);
      await ask.create('/_/component_positions', copiedPosition(position, group.iri, held));
    }
  }

  const created = await copy(root, members);
  return { ...created, answer: (await shownAfterwards(created.iri, ask)) ?? created.answer };
}

/** Returns the copy with its content; undefined if the caller may create but not read it. */
async function shownAfterwards(iri: string, ask: AskParts): Promise<PartAnswer | undefined> {
  return (await ask.documentIfAllowed(iri)) === undefined ? undefined : ask.send('GET', iri);
}
