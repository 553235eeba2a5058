// Generated from schemas/EventData.json (82e6e8fae52a) by `cms generate`, which overwrites this file.
import { date, inputSchema, length, notNull, patchSchema } from '../rules.js';
/** Validates the constraints of EventData. */
export function validateEventData(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        notNull({ violations, path: 'startsOn', value: value.startsOn });
        date({ violations, path: 'startsOn', value: value.startsOn });
        length({ violations, path: 'venue', value: value.venue }, { max: 160 });
    }
}
const schema = {
    title: 'EventDataInput',
    type: 'object',
    description: 'A page about an event.',
    properties: {
        title: { type: 'string' },
        metaDescription: { type: ['string', 'null'] },
        page: { type: 'string', format: 'iri-reference' },
        route: { type: ['string', 'null'], format: 'iri-reference' },
        isReachableWithoutRoute: {
            type: 'boolean',
            default: false,
            description: 'Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it.',
        },
        parentPage: { type: ['string', 'null'], format: 'iri-reference' },
        parentPageData: { type: ['string', 'null'], format: 'iri-reference' },
        startsOn: { type: 'string', format: 'date' },
        venue: { type: ['string', 'null'], maxLength: 160 },
        widget: { type: ['string', 'null'], format: 'iri-reference' },
        pin: { type: ['string', 'null'], format: 'iri-reference' },
        anything: { type: ['string', 'null'], format: 'iri-reference' },
    },
    required: ['page', 'startsOn'],
};
const rules = {
    fields: [
        {
            kind: 'scalar',
            name: 'title',
            type: 'string',
            accepts: ['string'],
            nullable: false,
            writable: true,
            default: 'Unnamed Page',
        },
        {
            kind: 'scalar',
            name: 'metaDescription',
            type: 'text',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        { kind: 'to-one', name: 'page', writable: true, nullable: false },
        { kind: 'to-one', name: 'route', writable: true, nullable: true },
        {
            kind: 'scalar',
            name: 'isReachableWithoutRoute',
            writable: true,
            type: 'boolean',
            accepts: ['bool'],
            nullable: false,
            default: false,
        },
        { kind: 'to-one', name: 'parentPage', writable: true, nullable: true },
        { kind: 'to-one', name: 'parentPageData', writable: true, nullable: true },
        { name: 'startsOn', writable: true, kind: 'scalar', type: 'date', accepts: ['string'], nullable: false },
        {
            name: 'venue',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        { name: 'widget', writable: true, kind: 'to-one', nullable: true },
        { name: 'pin', writable: true, kind: 'to-one', nullable: true },
        { name: 'anything', writable: true, kind: 'to-one', nullable: true },
    ],
    check: validateEventData,
    groups: { create: [], update: [] },
};
export const EventDataInput = /* @__PURE__ */ inputSchema(schema, rules);
export const EventDataPatch = /* @__PURE__ */ patchSchema('EventDataPatch', schema, rules);
