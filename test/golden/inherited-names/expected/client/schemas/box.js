// Generated from schemas/Box.json (1cc45318b004) by `cms generate`, which overwrites this file.
import { all, collection, inputSchema, length, notNull, patchSchema, type, } from '../rules.js';
/** Validates the constraints of Box. */
export function validateBox(value, context) {
    const { groups, violations } = context;
    if (Array.isArray(value.parts)) {
        all({ violations, path: 'parts', value: value.parts }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                validateBoxPart({ violations, path, value: entry }, context);
            },
        });
    }
    validateBoxConstructor({ violations, path: 'c', value: value.c }, context);
    validateBoxToString({ violations, path: 'd', value: value.d }, context);
    validateBoxHasOwnProperty({ violations, path: 'e', value: value.e }, context);
    validateBoxProto({ violations, path: 'f', value: value.f }, context);
    validateBoxClass({ violations, path: 'g', value: value.g }, context);
    if (groups.has('Default')) {
        length({ violations, path: 'class', value: value.class }, { max: 255 });
    }
    validateBoxFunction({ violations, path: 'default', value: value.default }, context);
}
function validateBoxPart({ violations, path, value }, context) {
    const { groups } = context;
    collection({ violations, path, value }, {
        fields: {
            ['constructor']: {
                check: ({ violations, path, value: member }) => {
                    if (groups.has('Default')) {
                        notNull({ violations, path, value: member });
                    }
                    type({ violations, path, value: member }, { type: 'string' });
                    if (typeof member === 'string' && groups.has('Default')) {
                        length({ violations, path, value: member }, { min: 2 });
                    }
                },
            },
            ['toString']: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
            ['__proto__']: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'int' });
                },
                optional: true,
            },
            ['hasOwnProperty']: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
            class: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
            default: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'bool' });
                },
                optional: true,
            },
            ['valueOf']: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    validateBoxPartValueOf({ violations, path, value: member }, context);
                },
                optional: true,
            },
        },
    });
}
function validateBoxProto({ violations, path, value }, _context) {
    collection({ violations, path, value }, {
        fields: {
            b: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
        },
        allowExtraFields: true,
    });
}
function validateBoxClass({ violations, path, value }, context) {
    type({ violations, path, value }, { type: 'array' });
    if (Array.isArray(value)) {
        all({ violations, path, value }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                validateBoxClass({ violations, path, value: entry }, context);
            },
        });
    }
}
function validateBoxConstructor({ violations, path, value }, _context) {
    collection({ violations, path, value }, {
        fields: {
            a: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
        },
        allowExtraFields: true,
    });
}
function validateBoxFunction({ violations, path, value }, _context) {
    collection({ violations, path, value }, {
        fields: {
            return: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'string' });
                },
                optional: true,
            },
        },
    });
}
function validateBoxHasOwnProperty({ violations, path, value }, _context) {
    type({ violations, path, value }, { type: 'int' });
}
function validateBoxToString({ violations, path, value }, _context) {
    type({ violations, path, value }, { type: 'string' });
}
function validateBoxPartValueOf({ violations, path, value }, _context) {
    collection({ violations, path, value }, {
        fields: {
            ['constructor']: {
                check: ({ violations, path, value: member }) => {
                    notNull({ violations, path, value: member });
                    type({ violations, path, value: member }, { type: 'int' });
                },
                optional: true,
            },
        },
        allowExtraFields: true,
    });
    if (typeof value === 'object' && value !== null) {
        for (const [key, member] of Object.entries(value)) {
            if (['constructor'].includes(key))
                continue;
            notNull({ violations, path: `${path}.${key}`, value: member });
            type({ violations, path: `${path}.${key}`, value: member }, { type: 'string' });
        }
    }
}
const schema = {
    title: 'BoxInput',
    type: 'object',
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
        parts: { type: ['array', 'null'], items: { $ref: '#/$defs/Part' } },
        c: { $ref: '#/$defs/constructor' },
        d: { $ref: '#/$defs/toString' },
        e: { $ref: '#/$defs/hasOwnProperty' },
        f: { $ref: '#/$defs/__proto__' },
        g: { $ref: '#/$defs/class' },
        class: { type: ['string', 'null'] },
        default: { $ref: '#/$defs/function' },
    },
    $defs: {
        Part: {
            type: 'object',
            required: ['constructor'],
            properties: {
                constructor: { type: 'string', minLength: 2 },
                toString: { type: 'string' },
                ['__proto__']: { type: 'integer' },
                hasOwnProperty: { type: 'string' },
                class: { type: 'string' },
                default: { type: 'boolean' },
                valueOf: {
                    type: 'object',
                    properties: { constructor: { type: 'integer' } },
                    additionalProperties: { type: 'string' },
                },
            },
            additionalProperties: false,
            title: 'BoxPart',
        },
        ['__proto__']: { type: 'object', properties: { b: { type: 'string' } }, title: 'BoxProto' },
        class: { type: 'array', items: { $ref: '#/$defs/class' }, title: 'BoxClass' },
        constructor: { type: 'object', properties: { a: { type: 'string' } }, title: 'BoxConstructor' },
        function: {
            type: 'object',
            properties: { return: { type: 'string' } },
            additionalProperties: false,
            title: 'BoxFunction',
        },
        hasOwnProperty: { type: 'integer', title: 'BoxHasOwnProperty' },
        toString: { type: 'string', title: 'BoxToString' },
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
        { name: 'parts', writable: true, kind: 'scalar', type: 'json', accepts: ['array'], nullable: true },
        {
            name: 'c',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['string', 'int', 'float', 'bool', 'array', 'object'],
            nullable: true,
        },
        {
            name: 'd',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['string', 'int', 'float', 'bool', 'array', 'object'],
            nullable: true,
        },
        {
            name: 'e',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['string', 'int', 'float', 'bool', 'array', 'object'],
            nullable: true,
        },
        {
            name: 'f',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['string', 'int', 'float', 'bool', 'array', 'object'],
            nullable: true,
        },
        {
            name: 'g',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['string', 'int', 'float', 'bool', 'array', 'object'],
            nullable: true,
        },
        {
            name: 'class',
            writable: true,
            kind: 'scalar',
            type: 'string',
            accepts: ['string'],
            nullable: true,
            length: 255,
        },
        {
            name: 'default',
            writable: true,
            kind: 'scalar',
            type: 'json',
            accepts: ['string', 'int', 'float', 'bool', 'array', 'object'],
            nullable: true,
        },
    ],
    check: validateBox,
    groups: { create: [], update: [] },
};
export const BoxInput = /* @__PURE__ */ inputSchema(schema, rules);
export const BoxPatch = /* @__PURE__ */ patchSchema('BoxPatch', schema, rules);
