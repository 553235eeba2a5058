// Generated from schemas/forms/ContactType.json (37d81f3de5e0) by `cms generate`, which overwrites this file.
import { all, BOX_TYPES, BUTTON_TYPES, CHOICE_TYPES, COLLECTION_TYPES, CONVERTED_TYPES, count, date, DATE_TYPES, email, FILE_TYPES, formSchema, isTrue, length, notBlank, notNull, PLATFORM_CHOICE_TYPES, range, regex, REPEATED_TYPES, TEXT_TYPES, unique, } from '../rules.js';
import { AddressType } from './address-type.js';
function check2({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value });
        email({ violations, path, value }, { payload: { severity: 1 } });
    }
    if (groups.has('Default') || groups.has('strict')) {
        length({ violations, path, value }, { max: 80 });
    }
}
function check3({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        regex({ violations, path, value }, { pattern: '/^\\+?[0-9 ]+$/' });
    }
}
function check4({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notNull({ violations, path, value });
        range({ violations, path, value }, { min: 18, max: 99 });
    }
}
function check5({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value });
    }
}
function check6({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        count({ violations, path, value }, { max: 1 });
    }
}
function check7({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        isTrue({ violations, path, value });
    }
}
function check8({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        count({ violations, path, value }, { min: 1 });
    }
}
function check9({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value });
    }
}
function check11({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notNull({ violations, path, value });
    }
}
function check12({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        count({ violations, path, value }, { max: 3 });
    }
    if (groups.has('Default') || groups.has('strict')) {
        all({ violations, path, value }, {
            each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
            },
        });
    }
}
function check13({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        length({ violations, path, value }, { min: 2 });
    }
}
function check14({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        unique({ violations, path, value });
        all({ violations, path, value }, {
            each: ({ violations, path, value: entry }) => {
                notBlank({ violations, path, value: entry }, { message: 'Say it.' });
            },
        });
    }
}
function check15({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value });
    }
}
function check16({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        length({ violations, path, value }, { min: 3 });
    }
}
function check17({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        date({ violations, path, value });
    }
}
export const ContactType = {
    name: 'ContactType',
    fields: [
        { name: 'email', type: 'email', constraints: [check2] },
        { name: 'phone', type: 'tel', constraints: [check3] },
        { name: 'age', type: 'integer', constraints: [check4] },
        { name: 'price', type: 'money', property_path: 'cents', divisor: 100 },
        {
            name: 'topic',
            type: 'choice',
            choices: { Bug: 'bug', Praise: { Big: 'big', Small: 1 }, "It's odd": "o'dd" },
            constraints: [check5],
        },
        { name: 'tags', type: 'choice', multiple: true, choices: ['a', 'b'], constraints: [check6] },
        { name: 'country', type: 'country' },
        { name: 'terms', type: 'checkbox', mapped: false, constraints: [check7] },
        { name: 'files', type: 'file', multiple: true, constraints: [check8] },
        {
            name: 'address',
            type: 'form',
            fields: [{ name: 'zip-code', constraints: [check9] }, { name: 'city' }],
        },
        { name: 'second', type: 'AddressType', constraints: [check11] },
        {
            name: 'others',
            type: 'collection',
            entry_type: 'AddressType',
            allow_add: true,
            constraints: [check12],
        },
        {
            name: 'words',
            type: 'collection',
            entry_type: 'text',
            allow_add: true,
            entry_options: { constraints: [check13] },
            constraints: [check14],
        },
        {
            name: 'secret',
            type: 'repeated',
            entry_type: 'password',
            constraints: [check15],
            first_options: { constraints: [check16] },
        },
        { name: 'day', type: 'date', widget: 'choice', constraints: [check17] },
        { name: 'meta', type: 'form', inherit_data: true, fields: [{ name: 'note', type: 'textarea' }] },
        { name: 'send', type: 'submit' },
    ],
};
const schema = {
    title: 'ContactSubmission',
    type: 'object',
    properties: {
        contact: {
            type: 'object',
            properties: {
                email: { type: 'string' },
                phone: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                age: { type: ['number', 'string'] },
                price: { anyOf: [{ type: ['number', 'string'] }, { type: 'null' }] },
                topic: { enum: ['bug', 'big', '1', 1, "o'dd"] },
                tags: { type: 'array', items: { enum: ['a', 'b'] } },
                country: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                terms: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
                files: { type: 'array', items: { type: 'null' } },
                address: {
                    type: 'object',
                    properties: {
                        'zip-code': { type: 'string' },
                        city: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                    },
                    required: ['zip-code'],
                },
                second: {
                    type: 'object',
                    properties: { street: { type: 'string' }, city: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
                    required: ['street'],
                },
                others: {
                    anyOf: [
                        {
                            type: 'array',
                            items: {
                                type: 'object',
                                properties: {
                                    street: { type: 'string' },
                                    city: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                                },
                                required: ['street'],
                            },
                        },
                        {
                            type: 'object',
                            additionalProperties: {
                                type: 'object',
                                properties: {
                                    street: { type: 'string' },
                                    city: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                                },
                                required: ['street'],
                            },
                        },
                    ],
                },
                words: {
                    anyOf: [
                        { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
                        { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
                    ],
                },
                secret: {
                    type: 'object',
                    properties: {
                        first: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                        second: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                    },
                    required: ['first', 'second'],
                },
                day: { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
                meta: { type: 'object', properties: { note: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
            },
            required: ['email', 'age', 'topic', 'second', 'secret'],
        },
    },
    required: ['contact'],
};
export const ContactSubmission = /* @__PURE__ */ formSchema(schema, {
    definition: ContactType,
    rootName: 'contact',
    forms: [AddressType],
    fieldTypes: [
        BOX_TYPES,
        BUTTON_TYPES,
        CHOICE_TYPES,
        COLLECTION_TYPES,
        CONVERTED_TYPES,
        DATE_TYPES,
        FILE_TYPES,
        PLATFORM_CHOICE_TYPES,
        REPEATED_TYPES,
        TEXT_TYPES,
    ],
});
