import { ANONYMOUS, type Actor, type RequestContext, type Revealed } from '../../kernel/contract/context.js';
import { unlessRefused } from '../../kernel/errors/unless-refused.js';
import type { Kernel } from '../../kernel/kernel.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import { referenceTo } from '../../kernel/records/references.js';
import type { Secrets } from '../../kernel/system-resources/secrets.js';
import type { SystemStore } from '../../kernel/system-resources/system-store.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import type { PreviousStates } from '../../extension-points/previous-states.js';
import type { FindTokenActor } from '../access-tokens/public-api.js';
import type { FindActor } from '../accounts/public-api.js';
import type { ManifestNode, ReadManifest } from '../pages/public-api.js';
import type { Drafts } from '../publishing/public-api.js';
import type { PreviewLink } from './resource.js';

/** The page, page data record or route that a preview shows. */
export interface Subject {
  /** Type name. */
  readonly type: string;
  readonly id: string;
}

/** A preview as its visitors see it. */
export interface OpenPreview {
  readonly link: PreviewLink;
  readonly reveals: Revealed;
  /** Path of the page's route; undefined if it has none. */
  readonly path: string | undefined;
}

export interface Previews {
  /** Returns undefined for a token that is unknown or expired, or whose creator no longer has access. */
  open(token: string): Promise<OpenPreview | undefined>;
  /** Returns whether the actor may see a page, and whether visitors may once it is public. */
  evaluate(subject: Subject, actor: Actor): Promise<{ readonly isSeen: boolean; readonly isOpen: boolean }>;
}

interface PreviewsDeps extends Pick<Kernel, 'registry' | 'reader' | 'iris' | 'database' | 'clock' | 'log'> {
  readonly store: Pick<SystemStore<PreviewLink>, 'first'>;
  readonly secrets: Pick<Secrets, 'hashOf'>;
  readonly previousStates: PreviousStates;
  readonly findActor: FindActor;
  /** Returns undefined in a service without machine tokens. */
  readonly findToken: () => FindTokenActor | undefined;
  readonly readManifest: ReadManifest;
  readonly drafts: Pick<Drafts, 'states' | 'publication'>;
  /** Returns whether an actor may create previews at all. */
  readonly mayMake: (actor: Actor) => boolean;
}

const EVERYTHING: Revealed = { has: () => true };

/** Content of a page as an actor sees it: the IRIs of its manifest. */
interface Standing {
  readonly iris: ReadonlySet<string>;
  readonly path: string | undefined;
}

/**
 * Creates previews. A preview shows what its creator currently sees on the page, limited to what visitors would see
 * if dates, publication and places hid nothing (ADR 98). Nothing is stored, so a preview ends with the rights of its
 * creator. If a machine token created it, the preview is limited to the token's scopes and ends with the token.
 */
export function createPreviews(deps: PreviewsDeps): Previews {
  const { registry, reader, iris, database } = deps;

  /** Returns the context of a visitor from whom dates, publication and places hide nothing. */
  const unpublished = (): RequestContext => ({
    ...contextWithoutRequest(ANONYMOUS, deps),
    reveals: EVERYTHING,
  });

  async function standingFor(id: string, context: RequestContext): Promise<Standing | undefined> {
    const manifest = await unlessRefused(() => deps.readManifest(id, { context, session: database }));
    if (manifest === undefined) return undefined;
    const found = new Set<string>();
    const collect = ({ iri, children }: ManifestNode): void => {
      found.add(iri);
      children.forEach(collect);
    };
    for (const { root } of manifest.depths) collect(root);
    const viewed = iris.parse(manifest.depths.at(-1)?.viewedPath ?? '');
    const path = viewed?.kind === 'item' && viewed.resource.name === 'Route' ? viewed.key : undefined;
    return { iris: found, path };
  }

  /** Returns the ids of IRIs. Drafts of page data have the IRIs of their published records, and routes have paths. */
  async function idsOf(shown: readonly string[], maker: Actor): Promise<Revealed> {
    const records: { readonly type: string; readonly id: string }[] = [];
    const paths: string[] = [];
    for (const iri of shown) {
      const target = iris.parse(iri);
      if (target?.kind !== 'item') continue;
      if (target.resource.name === 'Route') paths.push(target.key);
      else records.push({ type: target.resource.name, id: target.key });
    }
    const { states, publication } = deps.drafts;
    const withDrafts = records.filter(({ type }) => {
      const resource = registry.get(type);
      return isPublishable(resource) && publication.maySeeDrafts(resource, maker);
    });
    const found = await states.read(withDrafts.map(referenceTo), database);
    return new Set([
      ...records.map(({ id }) => id),
      ...[...found.values()].flatMap(({ draft }) => draft?.id ?? []),
      ...(await routeIds(paths)),
    ]);
  }

  async function routeIds(paths: readonly string[]): Promise<readonly string[]> {
    const routes = await reader.resolveMany(database, registry.require('Route'), paths);
    return [...routes.values()].map(({ id }) => id);
  }

  async function findMaker({ maker, accessToken }: PreviewLink): Promise<Actor | undefined> {
    return accessToken === null ? deps.findActor(maker) : deps.findToken()?.(accessToken);
  }

  /** Looks up the hash, so the response time reveals nothing about the token. */
  async function find(token: string): Promise<PreviewLink | undefined> {
    const tokenHash = deps.secrets.hashOf(token);
    return tokenHash === undefined
      ? undefined
      : deps.store.first({ tokenHash, expiresAt: { validAt: deps.clock.now() } });
  }

  return {
    async open(token) {
      const link = await find(token);
      const maker = link && (await findMaker(link));
      if (link === undefined || maker === undefined || !deps.mayMake(maker)) return undefined;
      const { revision } = link;
      if (revision !== null && !(await deps.previousStates.has(revision))) return undefined;
      const ofMaker = await standingFor(link.subjectId, contextWithoutRequest(maker, deps));
      const ofVisitor = await standingFor(link.subjectId, unpublished());
      if (ofMaker === undefined || ofVisitor === undefined) return undefined;
      const shown = [...ofVisitor.iris].filter((iri) => ofMaker.iris.has(iri));
      const ids = await idsOf(shown, maker);
      const mayShow = (type: string): boolean =>
        deps.drafts.publication.maySeeUsage(registry.require(type), maker);
      const previous = revision === null ? {} : { previous: { revision, mayShow } };
      return { link, reveals: { has: (id) => ids.has(id), ...previous }, path: ofVisitor.path };
    },
    async evaluate(subject, actor) {
      const ofMaker = await standingFor(subject.id, contextWithoutRequest(actor, deps));
      const ofVisitor = await standingFor(subject.id, unpublished());
      return { isSeen: ofMaker !== undefined, isOpen: ofVisitor !== undefined };
    },
  };
}
