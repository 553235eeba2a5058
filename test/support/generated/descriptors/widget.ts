// Generated from schemas/Widget.json (2c4c418a232b) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { widgetAttributes } from '../entities/widget.js';
import { validateWidget } from '../validators/widget.js';

/** A plain component. */
export const widgetDescriptor: ResourceDescriptor = {
  name: 'Widget',
  kind: 'component',
  description: 'A plain component.',
  path: '/component/widgets',
  table: 'widgets',
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
      constraints: [{ Length: { max: 80 } }],
    },
  ],
  attributes: widgetAttributes,
  validate: validateWidget,
};
