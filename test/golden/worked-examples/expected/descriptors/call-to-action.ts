// Generated from schemas/CallToAction.json (761dc6fc7c37) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { callToActionAttributes } from '../entities/call-to-action.js';
import { validateCallToAction } from '../validators/call-to-action.js';

/** Descriptor of CallToAction. */
export const callToActionDescriptor: ResourceDescriptor = {
  name: 'CallToAction',
  kind: 'component',
  path: '/component/call_to_actions',
  table: 'call_to_actions',
  fields: [
    {
      kind: 'scalar',
      name: 'label',
      readable: true,
      writable: true,
      column: 'label',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
      constraints: [{ Length: { max: 80 } }, { NotBlank: { groups: ['CallToAction:published'] } }],
    },
    {
      kind: 'scalar',
      name: 'tone',
      readable: true,
      writable: true,
      column: 'tone',
      type: 'string',
      accepts: ['string'],
      nullable: false,
      default: 'primary',
      length: 255,
      enum: ['primary', 'quiet', 'danger'],
      constraints: [{ Length: { max: 255 } }, { Choice: { choices: ['primary', 'quiet', 'danger'] } }],
    },
    {
      kind: 'to-one',
      name: 'target',
      readable: true,
      writable: true,
      target: 'Route',
      column: 'target_id',
      nullable: true,
      onDelete: 'set-null',
    },
    {
      kind: 'scalar',
      name: 'externalUrl',
      readable: true,
      writable: true,
      column: 'external_url',
      type: 'text',
      accepts: ['string'],
      nullable: true,
      format: 'uri',
      constraints: [{ Url: {} }],
    },
    {
      kind: 'computed',
      name: 'href',
      readable: true,
      writable: false,
      coalesce: [['externalUrl'], ['target', 'path']],
    },
  ],
  attributes: callToActionAttributes,
  validate: validateCallToAction,
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['CallToAction:published'],
  },
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  extensions: { realtime: {} },
};
