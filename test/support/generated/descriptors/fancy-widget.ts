// Generated from schemas/FancyWidget.json (f4ab8d5df30a) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { fancyWidgetAttributes } from '../entities/fancy-widget.js';
import { validateFancyWidget } from '../validators/fancy-widget.js';

/** A widget with a colour. */
export const fancyWidgetDescriptor: ResourceDescriptor = {
  name: 'FancyWidget',
  kind: 'component',
  description: 'A widget with a colour.',
  path: '/component/fancy_widgets',
  table: 'fancy_widgets',
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
    {
      kind: 'scalar',
      name: 'color',
      readable: true,
      writable: true,
      column: 'color',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
      constraints: [{ Length: { max: 255 } }],
    },
  ],
  attributes: fancyWidgetAttributes,
  validate: validateFancyWidget,
  parent: 'Widget',
};
