// Generated from schemas/BaseEvent.json (f83722456a46) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { baseEventAttributes } from '../entities/base-event.js';
import { validateBaseEvent } from '../validators/base-event.js';

/** What every event has. */
export const baseEventDescriptor: ResourceDescriptor = {
  name: 'BaseEvent',
  kind: 'component',
  description: 'What every event has.',
  path: '/component/base_events',
  table: 'base_events',
  fields: [
    {
      kind: 'scalar',
      name: 'headline',
      description: 'Shown in lists.',
      readable: true,
      writable: true,
      column: 'headline',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
      constraints: [{ Length: { max: 120 } }],
    },
    {
      kind: 'scalar',
      name: 'startsAt',
      readable: true,
      writable: true,
      column: 'starts_at',
      type: 'datetime',
      accepts: ['string'],
      nullable: true,
      format: 'date-time',
      constraints: [{ DateTime: {} }],
    },
  ],
  attributes: baseEventAttributes,
  validate: validateBaseEvent,
};
