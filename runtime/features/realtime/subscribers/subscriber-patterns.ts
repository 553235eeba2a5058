import type { Actor } from '../../../kernel/contract/context.js';
import { textDependsOnObject } from '../../../kernel/expression/depends-on-object.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { broadcastOf } from '../broadcast.js';
import type { HiddenReaders } from '../hidden-readers.js';
import { DRAFT, literal, type OriginConfig, patternBase, PUBLISHED } from '../origin-patterns.js';

/** URL patterns of the topics that a caller may subscribe to: what its token grants, and what `/me` shows it. */
export type PatternsFor = (actor: Actor) => readonly string[];

export interface PatternDeps extends Pick<Kernel, 'registry' | 'gate'> {
  readonly config: OriginConfig;
  readonly readers: HiddenReaders;
  /** Types are listed one by one, without those whose rule refuses the caller. */
  readonly isByType: boolean;
}

const ID = '/:id';
/** The IRI of a route is its path, which has slashes. */
const PATH = '/:id(.*)';

/** One pair of patterns for each place where resources are, so that their number does not grow (contract decision 57). */
const BASES = [`/_/:c${ID}`, `/_/routes${PATH}`, `/component/:c${ID}`, `/page_data/:c${ID}`];
/** Topics of records are for administrators only (contract decision 104). */
const RECORDS = `/record/:c${ID}`;

/** Patterns of published versions for everybody; those of drafts, and of what is hidden, for who may read them. */
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

function patternsByType({ config, registry, gate, readers }: Omit<PatternDeps, 'isByType'>): PatternsFor {
  const types = registry.all.filter((resource) => broadcastOf(resource) !== undefined);
  const base = patternBase(config);
  const pathOf = ({ name, path }: RegisteredResource): string =>
    base + literal(path) + (name === 'Route' ? PATH : ID);
  /** Rules that look at the record are left to the publisher. */
  const isOpen = ({ kind, security: { read } }: RegisteredResource, actor: Actor): boolean =>
    (kind !== 'record' || readers.records.isOne(actor)) &&
    (read === undefined || textDependsOnObject(read) || gate(read, actor));
  return (actor) => {
    const open = types.filter((type) => isOpen(type, actor));
    const drafts = readers.drafts.isOne(actor)
      ? open.filter(({ kind }) => kind !== 'record').map((type) => pathOf(type) + DRAFT)
      : [];
    return [...open.map((type) => pathOf(type) + PUBLISHED), ...drafts];
  };
}
