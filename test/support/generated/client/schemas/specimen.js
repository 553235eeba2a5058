// Generated from schemas/Specimen.json (e816dee6374e) by `cms generate`, which overwrites this file.
import { all, choice, collection, date, dateTime, email, inputSchema, length, notNull, patchSchema, time, type, url, uuid, } from '../rules.js';
/** Validates the constraints of Specimen. */
export function validateSpecimen(value, context) {
    const { groups, violations } = context;
    if (groups.has('Default')) {
        notNull({ violations, path: 'name', value: value.name });
        length({ violations, path: 'name', value: value.name }, { max: 50 });
        length({ violations, path: 'code', value: value.code }, { max: 255 });
        dateTime({ violations, path: 'startsAt', value: value.startsAt });
        date({ violations, path: 'day', value: value.day });
        time({ violations, path: 'opensAt', value: value.opensAt });
        uuid({ violations, path: 'token', value: value.token });
        email({ violations, path: 'email', value: value.email });
        length({ violations, path: 'email', value: value.email }, { max: 255 });
        url({ violations, path: 'website', value: value.website });
        length({ violations, path: 'website', value: value.website }, { max: 255 });
        length({ violations, path: 'level', value: value.level }, { max: 255 });
        choice({ violations, path: 'level', value: value.level }, { choices: ['low', 'high'] });
        length({ violations, path: 'secret', value: value.secret }, { max: 255 });
        length({ violations, path: 'adminNote', value: value.adminNote }, { max: 255 });
        length({ violations, path: 'internal', value: value.internal }, { max: 255 });
    }
    if (Array.isArray(value.tags)) {
        all({ violations, path: 'tags', value: value.tags }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                type({ violations, path, value: entry }, { type: 'string' });
                if (typeof entry === 'string' && groups.has('Default')) {
                    length({ violations, path, value: entry }, { max: 20 });
                }
            },
        });
    }
    if (Array.isArray(value.links)) {
        all({ violations, path: 'links', value: value.links }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                validateSpecimenLink({ violations, path, value: entry }, context);
            },
        });
    }
}
function validateSpecimenLink({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            url: {
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
            label: {
                check: ({ violations, path, value: member }) => {
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
        },
    });
}
const schema = {
    title: 'SpecimenInput',
    type: 'object',
    description: 'One field of every kind.',
    properties: {
        uiComponent: { type: ['string', 'null'] },
        uiClassNames: { type: ['string', 'array', 'null'], items: { type: 'string' } },
        componentGroups: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
        componentPositions: {
            type: 'array',
            items: {
                anyOf: [
                    { type: 'string', format: 'iri-reference' },
                    {
                        type: 'object',
                        required: ['componentGroup'],
                        properties: {
                            componentGroup: { type: 'string', format: 'iri-reference' },
                            sortValue: { type: 'integer' },
                        },
                        additionalProperties: false,
                    },
                ],
            },
        },
        name: { type: 'string', maxLength: 50 },
        notes: { type: ['string', 'null'] },
        code: { type: ['string', 'null'] },
        amount: { type: ['integer', 'null'] },
        ratio: { type: ['number', 'null'] },
        price: { type: ['string', 'number', 'null'] },
        active: { type: 'boolean', default: false },
        startsAt: { type: ['string', 'null'], format: 'date-time' },
        day: { type: ['string', 'null'], format: 'date' },
        opensAt: { type: ['string', 'null'], pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' },
        token: { type: ['string', 'null'], format: 'uuid' },
        email: { type: ['string', 'null'], format: 'email' },
        website: { type: ['string', 'null'], format: 'uri' },
        level: { type: 'string', enum: ['low', 'high'], default: 'low' },
        tags: { type: 'array', default: [], items: { type: 'string', maxLength: 20 } },
        links: { type: ['array', 'null'], items: { $ref: '#/$defs/Link' } },
        settings: { type: ['object', 'null'] },
        mixed: { type: ['string', 'integer', 'null'] },
        secret: { type: ['string', 'null'], writeOnly: true },
        adminNote: { type: ['string', 'null'] },
        seats: { type: 'integer', default: 3 },
        internal: { type: ['string', 'null'] },
        friend: { type: ['string', 'null'], format: 'iri-reference' },
        home: { type: ['string', 'null'], format: 'iri-reference' },
        widgets: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
    },
    required: ['name'],
    $defs: {
        Link: {
            type: 'object',
            required: ['url'],
            properties: { url: { type: 'string', minLength: 1 }, label: { type: ['string', 'null'] } },
            additionalProperties: false,
            title: 'SpecimenLink',
        },
    },
};
const rules = {
    fields: [
        {
            kind: 'scalar',
            name: 'uiComponent',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            writable: true,
        },
        {
            kind: 'scalar',
            name: 'uiClassNames',
            writable: true,
            type: 'json',
            accepts: ['string', 'array'],
            nullable: true,
        },
        { kind: 'to-many', name: 'componentGroups', writable: true },
        {
            name: 'name',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: false,
            length: 255,
        },
        { name: 'notes', writable: true, kind: 'scalar', type: 'text', accepts: ['string'], nullable: true },
        {
            name: 'code',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        { name: 'amount', writable: true, kind: 'scalar', type: 'integer', accepts: ['int'], nullable: true },
        {
            name: 'ratio',
            writable: true,
            kind: 'scalar',
            type: 'float',
            accepts: ['float', 'int'],
            nullable: true,
        },
        {
            name: 'price',
            writable: true,
            kind: 'scalar',
            type: 'decimal',
            accepts: ['string', 'float', 'int'],
            nullable: true,
            precision: 10,
            scale: 2,
        },
        {
            name: 'active',
            writable: true,
            kind: 'scalar',
            type: 'boolean',
            accepts: ['bool'],
            nullable: false,
            default: false,
        },
        {
            name: 'startsAt',
            writable: true,
            kind: 'scalar',
            type: 'datetime',
            accepts: ['string'],
            nullable: true,
        },
        { name: 'day', writable: true, kind: 'scalar', type: 'date', accepts: ['string'], nullable: true },
        { name: 'opensAt', writable: true, kind: 'scalar', type: 'time', accepts: ['string'], nullable: true },
        { name: 'token', writable: true, kind: 'scalar', type: 'uuid', accepts: ['string'], nullable: true },
        {
            name: 'email',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'website',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'level',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: false,
            default: 'low',
            length: 255,
        },
        {
            name: 'tags',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['array'],
            nullable: false,
            default: [],
        },
        { name: 'links', writable: true, kind: 'scalar', type: 'json', accepts: ['array'], nullable: true },
        { name: 'settings', writable: true, kind: 'scalar', type: 'json', accepts: ['object'], nullable: true },
        {
            name: 'mixed',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['string', 'int'],
            nullable: true,
        },
        {
            name: 'secret',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'adminNote',
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
            default: 3,
        },
        {
            name: 'internal',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        { name: 'friend', writable: true, kind: 'to-one', nullable: true },
        { name: 'home', writable: true, kind: 'to-one', nullable: true },
        { name: 'widgets', writable: true, kind: 'to-many' },
    ],
    check: validateSpecimen,
    groups: { create: [], update: [] },
};
export const SpecimenInput = /* @__PURE__ */ inputSchema(schema, rules);
export const SpecimenPatch = /* @__PURE__ */ patchSchema('SpecimenPatch', schema, rules);
