// Generated from schemas/Teaser.json (26f0082dfbea) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { teaserAttributes } from '../entities/teaser.js';
import { validateTeaser } from '../validators/teaser.js';

/** Rules and members that functions of the project work out. */
export const teaserDescriptor: ResourceDescriptor = {
  name: 'Teaser',
  kind: 'component',
  description: 'Rules and members that functions of the project work out.',
  path: '/component/teasers',
  table: 'teasers',
  fields: [
    {
      kind: 'scalar',
      name: 'headline',
      readable: true,
      writable: true,
      column: 'headline',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
      constraints: [{ Length: { max: 80 } }],
    },
    {
      kind: 'scalar',
      name: 'text',
      readable: true,
      writable: true,
      column: 'text',
      type: 'text',
      accepts: ['string'],
      nullable: true,
    },
    {
      kind: 'scalar',
      name: 'links',
      readable: true,
      writable: true,
      column: 'links',
      type: 'json',
      accepts: ['array'],
      nullable: true,
    },
    { kind: 'computed', name: 'wordCount', readable: true, writable: false, resolver: 'wordCount' },
    {
      kind: 'computed',
      name: 'internalScore',
      readable: true,
      writable: false,
      readIf: "is_granted('ROLE_ADMIN')",
      resolver: 'score',
    },
  ],
  attributes: teaserAttributes,
  validate: validateTeaser,
  publishable: {
    field: 'releasedAt',
    publishedAssociation: 'original',
    draftAssociation: 'revision',
    validationGroups: ['Teaser:published'],
  },
  callbacks: [
    { name: 'polite', field: 'headline' },
    { name: 'polite' },
    { name: 'complete' },
    { name: 'distinct' },
  ],
};
