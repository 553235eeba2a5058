// Generated from schemas/Concert.json (ca1145128727) by `cms generate`, which overwrites this file.
import { all, choice, collection, count, date, dateTime, email, inputSchema, length, notBlank, notNull, patchSchema, range, type, url, } from '../rules.js';
/** Validates the constraints of Concert. */
export function validateConcert(value, context) {
    const { groups, violations, now } = context;
    if (groups.has('Default')) {
        length({ violations, path: 'headline', value: value.headline }, { max: 120 });
        dateTime({ violations, path: 'startsAt', value: value.startsAt });
        length({ violations, path: 'genre', value: value.genre }, { max: 255 });
        choice({ violations, path: 'genre', value: value.genre }, { choices: ["rock'n'roll", 'a "b"', '`${c}`', '*/', '\u2028'] });
        length({ violations, path: 'notes', value: value.notes }, { max: 255 });
        date({ violations, path: 'salesEnd', value: value.salesEnd });
        range({ violations, path: 'salesEnd', value: value.salesEnd }, { min: 'today', max: 'today+1y', now: now });
        count({ violations, path: 'tickets', value: value.tickets }, { max: 20 });
    }
    if (groups.has('Concert:published')) {
        notBlank({ violations, path: 'notes', value: value.notes }, { message: "Don't leave `${this}` */ empty \u2029" });
        all({ violations, path: 'tickets', value: value.tickets }, {
            each: ({ violations, path, value: entry }) => {
                type({ violations, path, value: entry }, { type: 'object' });
            },
        });
    }
    if (groups.has('Default')) {
        length({ violations, path: 'notes', value: value.notes }, { min: 2, minMessage: 'Too short: {{ limit }}' });
    }
    if (Array.isArray(value.tickets)) {
        all({ violations, path: 'tickets', value: value.tickets }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                validateConcertTicketsEntry({ violations, path, value: entry }, context);
            },
        });
    }
    validateConcertSettings({ violations, path: 'settings', value: value.settings }, context);
    validateConcertContact({ violations, path: 'contact', value: value.contact }, context);
    if (Array.isArray(value.either)) {
        all({ violations, path: 'either', value: value.either }, {
            each: ({ violations, path, value: entry }) => {
                let isAccepted = false;
                isAccepted ||= passes((violations) => {
                    notNull({ violations, path, value: entry });
                    type({ violations, path, value: entry }, { type: 'string' });
                });
                isAccepted ||= passes((violations) => {
                    notNull({ violations, path, value: entry });
                    validateConcertEitherEntry({ violations, path, value: entry }, context);
                });
                if (!isAccepted) {
                    violations.add({
                        propertyPath: path,
                        message: 'This value is not valid.',
                        code: 'f27e6d6c-261a-4056-b391-6673a623531c',
                    });
                }
            },
        });
    }
}
function validateConcertTicketsEntry({ violations, path, value }, context) {
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
            tags: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'array' });
                    if (Array.isArray(member)) {
                        all({ violations, path, value: member }, {
                            each: ({ violations, path, value: entry }) => {
                                notNull({ violations, path, value: entry });
                                type({ violations, path, value: entry }, { type: 'string' });
                                if (typeof entry === 'string' && groups.has('Default')) {
                                    length({ violations, path, value: entry }, { max: 20 });
                                }
                            },
                        });
                    }
                },
                optional: true,
            },
            seat: {
                check: ({ violations, path, value: member }) => {
                    validateConcertTicketsEntrySeat({ violations, path, value: member }, context);
                },
                optional: true,
            },
        },
    });
}
function validateConcertSettings({ violations, path, value }, _context) {
    type({ violations, path, value }, { type: 'object' });
    if (typeof value === 'object' && value !== null) {
        for (const [key, member] of Object.entries(value)) {
            notNull({ violations, path: `${path}.${key}`, value: member });
            type({ violations, path: `${path}.${key}`, value: member }, { type: 'int' });
        }
    }
}
function validateConcertContact({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            email: {
                check: ({ violations, path, value: member }) => {
                    type({ violations, path, value: member }, { type: 'string' });
                    if (typeof member === 'string' && groups.has('Default')) {
                        email({ violations, path, value: member });
                    }
                },
                optional: true,
            },
            'content-type': {
                check: ({ violations, path, value: member }) => {
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
        },
        allowExtraFields: true,
    });
}
function validateConcertEitherEntry({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            url: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'string' });
                    if (typeof member === 'string' && groups.has('Default')) {
                        url({ violations, path, value: member });
                    }
                },
                optional: true,
            },
        },
        allowExtraFields: true,
    });
}
function validateConcertTicketsEntrySeat({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            row: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'int' });
                    if (Number.isInteger(member) && groups.has('Default')) {
                        range({ violations, path, value: member }, { min: 1 });
                    }
                },
                optional: true,
            },
        },
        allowExtraFields: true,
    });
}
/** Returns whether a check finds no violation. */
function passes(check) {
    const items = [];
    check({ items, add: (violation) => void items.push(violation) });
    return items.length === 0;
}
const schema = {
    title: 'ConcertInput',
    type: 'object',
    description: 'Hostile text: \' " ` ${x} */ <script> \u2028 \\ {{this}} {{#if}}\nSecond line.',
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
        headline: { type: ['string', 'null'], description: 'Shown in lists.', maxLength: 120 },
        startsAt: { type: ['string', 'null'], format: 'date-time' },
        programHtml: { type: ['string', 'null'] },
        genre: { type: ['string', 'null'], enum: ["rock'n'roll", 'a "b"', '`${c}`', '*/', '\u2028', null] },
        notes: { type: ['string', 'null'], default: "it's `${tricky}` */ \u2028" },
        price: { type: ['string', 'number', 'null'] },
        salesEnd: { type: ['string', 'null'], format: 'date' },
        tickets: {
            type: 'array',
            default: [],
            maxItems: 20,
            items: {
                type: 'object',
                required: ['name'],
                properties: {
                    name: { type: 'string', minLength: 1 },
                    tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
                    seat: { type: ['object', 'null'], properties: { row: { type: 'integer', minimum: 1 } } },
                },
                additionalProperties: false,
            },
        },
        settings: { type: ['object', 'null'], additionalProperties: { type: 'integer' } },
        contact: {
            type: ['object', 'null'],
            properties: {
                email: { type: ['string', 'null'], format: 'email' },
                'content-type': { type: ['string', 'null'] },
            },
        },
        either: {
            type: ['array', 'null'],
            items: {
                anyOf: [
                    { type: 'string' },
                    { type: 'object', properties: { url: { type: 'string', format: 'uri' } } },
                ],
            },
        },
        publishedAt: { type: ['string', 'null'] },
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
            kind: 'scalar',
            name: 'publishedAt',
            writable: true,
            type: 'datetime',
            accepts: ['string'],
            nullable: true,
        },
        {
            name: 'headline',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'startsAt',
            writable: true,
            kind: 'scalar',
            type: 'datetime',
            accepts: ['string'],
            nullable: true,
        },
        {
            name: 'programHtml',
            writable: true,
            kind: 'scalar',
            type: 'text',
            accepts: ['string'],
            nullable: true,
        },
        {
            name: 'genre',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'notes',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            default: "it's `${tricky}` */ \u2028",
            length: 255,
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
        { name: 'salesEnd', writable: true, kind: 'scalar', type: 'date', accepts: ['string'], nullable: true },
        {
            name: 'tickets',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['array'],
            nullable: false,
            default: [],
        },
        { name: 'settings', writable: true, kind: 'scalar', type: 'json', accepts: ['object'], nullable: true },
        { name: 'contact', writable: true, kind: 'scalar', type: 'json', accepts: ['object'], nullable: true },
        { name: 'either', writable: true, kind: 'scalar', type: 'json', accepts: ['array'], nullable: true },
    ],
    check: validateConcert,
    groups: { create: [], update: [] },
    publication: { field: 'publishedAt', groups: ['Concert:published'] },
};
export const ConcertInput = /* @__PURE__ */ inputSchema(schema, rules);
export const ConcertPatch = /* @__PURE__ */ patchSchema('ConcertPatch', schema, rules);
