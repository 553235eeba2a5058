import type { JsonObject } from '../../../runtime/kernel/contract/json.js';

export type Kind = 'component' | 'page_data' | 'record';
/** Value of a keyword that adds members: absent, `true`, or an object with other names for the members. */
export type Written = 'absent' | 'plain' | 'renamed';

export interface DrawnType {
  readonly title: string;
  readonly kind: Kind;
  readonly stamps: Written;
  /** Records have no drafts. */
  readonly publishable: Written;
  readonly hasUpload: boolean;
  readonly hasUnique: boolean;
  readonly hasHistory: boolean;
}

export const RELATIONS = [
  'manyToOne',
  'manyToOne, shown',
  'oneToOne',
  'oneToOne, shown',
  'manyToMany',
  'manyToMany, shown',
] as const;

export interface DrawnRelation {
  readonly owner: string;
  readonly target: string;
  /** Kind of the owning side, and whether the target shows the inverse side. */
  readonly relation: (typeof RELATIONS)[number];
  readonly isEmbedded: boolean;
  readonly onDelete: 'SET NULL' | 'CASCADE' | 'RESTRICT';
}

export interface DrawnSite {
  readonly types: readonly DrawnType[];
  readonly relations: readonly DrawnRelation[];
}

/** Returns the member names of the relation with this number, at its owner and at its target. */
export const memberNames = (index: number): { readonly own: string; readonly shown: string } => ({
  own: `leads${index}`,
  shown: `shows${index}`,
});

/** Names of the timestamps, in the order in which they are set. */
export const stampNames = ({ kind, stamps }: DrawnType): readonly string[] => {
  if (stamps === 'renamed') return ['madeAt', 'changedAt'];
  return stamps === 'plain' || kind === 'page_data' ? ['createdAt', 'modifiedAt'] : [];
};

export const publicationName = ({ publishable }: DrawnType): string | undefined =>
  publishable === 'absent' ? undefined : publishable === 'plain' ? 'publishedAt' : 'onlineAt';

/** Returns the schema files of a site. */
export function schemasOf({ types, relations }: DrawnSite): readonly JsonObject[] {
  return types.map((type) => {
    const members: Record<string, JsonObject> = {
      name: { type: ['string', 'null'], 'x-column': { unique: type.hasUnique } },
      ...(type.hasUpload ? { file: { type: ['string', 'null'], 'x-upload': { adapter: 'public' } } } : {}),
    };
    for (const [index, relation] of relations.entries()) {
      const { own, shown } = memberNames(index);
      if (relation.owner === type.title) members[own] = ownSide(relation, shown);
      if (relation.target === type.title && isShown(relation)) members[shown] = otherSide(relation, own);
    }
    return { title: type.title, type: 'object', ...keywords(type), properties: members };
  });
}

function keywords(type: DrawnType): JsonObject {
  const [created = 'name', modified = 'name'] = stampNames(type);
  return {
    'x-resource': type.kind,
    'x-search': ['name'],
    'x-order-fields': ['name', ...stampNames(type)],
    'x-filters': { name: {}, called: { field: 'name', strategy: 'partial' } },
    ...(type.hasHistory ? { 'x-history': true } : {}),
    ...(type.stamps === 'plain' ? { 'x-timestamped': true } : {}),
    ...(type.stamps === 'renamed'
      ? { 'x-timestamped': { createdAtField: created, modifiedAtField: modified } }
      : {}),
    ...(type.publishable === 'plain' ? { 'x-publishable': true } : {}),
    ...(type.publishable === 'renamed'
      ? {
          'x-publishable': {
            field: 'onlineAt',
            publishedAssociation: 'original',
            draftAssociation: 'pending',
            expiryField: 'offlineAt',
          },
        }
      : {}),
  };
}

export const isShown = ({ relation }: DrawnRelation): boolean => relation.endsWith('shown');
export const isToMany = ({ relation }: DrawnRelation): boolean => relation.startsWith('manyToMany');

const REFERENCE = { type: ['string', 'null'], format: 'iri-reference' };
const REFERENCES = { type: 'array', items: { type: 'string', format: 'iri-reference' } };

function ownSide(drawn: DrawnRelation, shown: string): JsonObject {
  return {
    ...(isToMany(drawn) ? REFERENCES : REFERENCE),
    'x-relation': {
      target: drawn.target,
      kind: drawn.relation.split(',')[0] ?? '',
      embed: drawn.isEmbedded,
      ...(isToMany(drawn) ? {} : { onDelete: drawn.onDelete }),
      ...(isShown(drawn) ? { inversedBy: shown } : {}),
    },
  };
}

function otherSide(drawn: DrawnRelation, own: string): JsonObject {
  const kinds = { manyToOne: 'oneToMany', oneToOne: 'oneToOne', manyToMany: 'manyToMany' };
  // The part before the comma is one of the three kinds of an owning side.
  const kind = kinds[drawn.relation.split(',')[0] as keyof typeof kinds];
  return {
    ...(kind === 'oneToOne' ? { ...REFERENCE, readOnly: true } : REFERENCES),
    'x-relation': { target: drawn.owner, kind, mappedBy: own, embed: drawn.isEmbedded },
  };
}
