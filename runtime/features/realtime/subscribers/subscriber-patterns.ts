import type { Actor } from '../../../kernel/contract/context.js';
import { textDependsOnObject } from '../../../kernel/expression/depends-on-object.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { broadcastOf } from '../broadcast.js';
import type { HiddenReaders } from '../hidden-readers.js';
import { DRAFT, literal, type OriginConfig, patternBase, PUBLISHED } from '../origin-patterns.js';

/** Returns URL patterns of the topics that a caller may subscribe to, for its token and for `/me`. */
export type PatternsFor = (actor: Actor) => readonly string[];

export interface PatternDeps extends Pick<Kernel, 'registry' | 'guard'> {
  readonly config: OriginConfig;
  readonly readers: HiddenReaders;
  /** True to list types one by one, without those whose rule refuses the caller. */
  readonly isByType: boolean;
}

const ID = '/:id';
/** The IRI of a route is its path, which contains slashes. */
const PATH = '/:id(.*)';

/** One pair of patterns per base path of resources, so that their number does not grow (contract decision 57). */
const BASES = [`/_/:c${ID}`, `/_/routes${PATH}`, `/component/:c${ID}`, `/page_data/:c${ID}`];
/** Topics of records are for administrators only (contract decision 104). */
const RECORDS = `/record/:c${ID}`;

/** Creates patterns of published versions for everybody, and of drafts and hidden content for their readers. */
export function createSubscriberPatterns({ isByType, ...deps }: PatternDeps): PatternsFor {
  return isByType ? patternsByType(deps) : patternsByBase(deps);
}

function patternsByBase({ config, readers }: Omit<PatternDeps, 'isByType'>): PatternsFor {
  const base = patternBase(config);
  const published = BASES.map((path) => base + path + PUBLISHED);
  const drafts = BASES.map((path) => base + path + DRAFT);
  return (actor) => [
    ...published,
    ...(readers.drafts.isOne(actor) ? drafts : []),
    ...(readers.records.isOne(actor) ? [base + RECORDS + PUBLISHED] : []),
  ];
}

function patternsByType({ config, registry, guard, readers }: Omit<PatternDeps, 'isByType'>): PatternsFor {
  const types = registry.all.filter((resource) => broadcastOf(resource) !== undefined);
  const base = patternBase(config);
  const pathOf = ({ name, path }: RegisteredResource): string =>
    base + literal(path) + (name === 'Route' ? PATH : ID);
  /** Rules that depend on the record are applied by the publisher. */
  const isOpen = ({ kind, security: { read } }: RegisteredResource, actor: Actor): boolean =>
    (kind !== 'record' || readers.records.isOne(actor)) &&
    (read === undefined || textDependsOnObject(read) || guard(read, actor));
  return (actor) => {
    const open = types.filter((type) => isOpen(type, actor));
    const drafts = readers.drafts.isOne(actor)
      ? open.filter(({ kind }) => kind !== 'record').map((type) => pathOf(type) + DRAFT)
      : [];
    return [...open.map((type) => pathOf(type) + PUBLISHED), ...drafts];
  };
}
