// Generated from schemas/WorkshopData.json (846a46931279) by `cms generate`, which overwrites this file.
import { all, collection, date, inputSchema, length, notNull, patchSchema, range, type, } from '../rules.js';
/** Validates the constraints of WorkshopData. */
export function validateWorkshopData(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        notNull({ violations, path: 'startsOn', value: value.startsOn });
        date({ violations, path: 'startsOn', value: value.startsOn });
        length({ violations, path: 'venue', value: value.venue }, { max: 160 });
        range({ violations, path: 'seats', value: value.seats }, { min: 0 });
    }
    if (Array.isArray(value.speakers)) {
        all({ violations, path: 'speakers', value: value.speakers }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                validateWorkshopDataSpeaker({ violations, path, value: entry }, context);
            },
        });
    }
}
function validateWorkshopDataSpeaker({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            name: {
                check: ({ violations, path, value: member }) => {
                    if (groups.has('Default')) {
                        notNull({ violations, path, value: member });
                    }
                    type({ violations, path, value: member }, { type: 'string' });
                    if (typeof member === 'string' && groups.has('Default')) {
                        length({ violations, path, value: member }, { min: 1 });
                    }
                },
            },
            topic: {
                check: ({ violations, path, value: member }) => {
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
        },
    });
}
const schema = {
    title: 'WorkshopDataInput',
    type: 'object',
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
        seats: { type: 'integer', default: 0, minimum: 0 },
        internalNotes: { type: ['string', 'null'] },
        speakers: { type: 'array', default: [], items: { $ref: '#/$defs/Speaker' } },
        banner: { type: ['string', 'null'], format: 'iri-reference' },
        signUp: { type: ['string', 'null'], format: 'iri-reference' },
    },
    required: ['page', 'startsOn'],
    $defs: {
        Speaker: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string', minLength: 1 }, topic: { type: ['string', 'null'] } },
            additionalProperties: false,
            title: 'WorkshopDataSpeaker',
        },
    },
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
        {
            name: 'seats',
            writable: true,
            kind: 'scalar',
            type: 'integer',
            accepts: ['int'],
            nullable: false,
            default: 0,
        },
        {
            name: 'internalNotes',
            writable: true,
            kind: 'scalar',
            type: 'text',
            accepts: ['string'],
            nullable: true,
        },
        {
            name: 'speakers',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['array'],
            nullable: false,
            default: [],
        },
        { name: 'banner', writable: true, kind: 'to-one', nullable: true },
        { name: 'signUp', writable: true, kind: 'to-one', nullable: true },
    ],
    check: validateWorkshopData,
    groups: { create: [], update: [] },
};
export const WorkshopDataInput = /* @__PURE__ */ inputSchema(schema, rules);
export const WorkshopDataPatch = /* @__PURE__ */ patchSchema('WorkshopDataPatch', schema, rules);
