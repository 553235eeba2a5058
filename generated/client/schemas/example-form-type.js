// Generated from schemas/forms/ExampleFormType.json (e91efbf481c5) by `cms generate`, which overwrites this file.
import { BOX_TYPES, BUTTON_TYPES, CHOICE_TYPES, COLLECTION_TYPES, count, email, formSchema, isTrue, length, notBlank, REPEATED_TYPES, TEXT_TYPES, } from '../rules.js';
import { ExampleChildType } from './example-child-type.js';
function check({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value }, { message: 'Please enter your name.' });
    }
}
function check2({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value }, { message: 'Please choose a password.' });
    }
}
function check3({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value }, { message: 'Please choose a subject.' });
        length({ violations, path, value }, { min: 2, minMessage: 'Please choose another subject.' });
    }
}
function check4({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value }, { message: 'Please enter your e-mail address.' });
        email({ violations, path, value }, { message: 'Please enter an e-mail address that exists.' });
    }
}
function check5({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value }, { message: 'Please write a message.' });
    }
}
function check6({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        notBlank({ violations, path, value }, { message: 'Please tell whether you are a developer.' });
    }
}
function check7({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        isTrue({ violations, path, value }, { message: 'Please tick the box.' });
    }
}
function check8({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        count({ violations, path, value }, { min: 1, minMessage: 'Please choose at least one interest.' });
    }
}
function check9({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        count({ violations, path, value }, { min: 1, minMessage: 'Please choose at least one other interest.' });
    }
}
function check10({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        count({ violations, path, value }, { min: 1, minMessage: 'Please add at least one child.' });
    }
}
function check11({ violations, path, value }, context) {
    const { groups } = context;
    if (groups.has('Default')) {
        length({ violations, path, value }, { min: 2, minMessage: 'Please enter at least two characters.' });
    }
}
export const ExampleFormType = {
    name: 'ExampleFormType',
    fields: [
        { name: 'name', type: 'text', constraints: [check] },
        {
            name: 'plainPassword',
            type: 'repeated',
            entry_type: 'password',
            invalid_message: 'The passwords do not match.',
            first_options: {},
            second_options: {},
            constraints: [check2],
        },
        {
            name: 'subject',
            type: 'choice',
            choices: { 'A question': 'question', Feedback: 'feedback', 'Too short to be accepted': 'x' },
            constraints: [check3],
        },
        { name: 'email', type: 'email', constraints: [check4] },
        { name: 'message', type: 'textarea', constraints: [check5] },
        {
            name: 'developer',
            type: 'choice',
            expanded: true,
            choices: { Yes: 'yes', No: 'no' },
            constraints: [check6],
        },
        { name: 'randomCheckbox', type: 'checkbox', constraints: [check7] },
        {
            name: 'interests',
            type: 'choice',
            multiple: true,
            expanded: true,
            choices: { Design: 'design', Programming: 'programming', Writing: 'writing' },
            constraints: [check8],
        },
        {
            name: 'other_interests',
            type: 'choice',
            multiple: true,
            choices: { Music: 'music', Sports: 'sports', Travel: 'travel' },
            constraints: [check9],
        },
        {
            name: 'children',
            type: 'collection',
            entry_type: 'ExampleChildType',
            allow_add: true,
            allow_delete: true,
            error_bubbling: false,
            constraints: [check10],
        },
        {
            name: 'text_children',
            type: 'collection',
            entry_type: 'text',
            allow_add: true,
            allow_delete: true,
            error_bubbling: false,
            entry_options: { constraints: [check11] },
        },
        { name: 'submit', type: 'submit' },
    ],
};
const schema = {
    title: 'ExampleFormSubmission',
    type: 'object',
    properties: {
        example_form: {
            type: 'object',
            properties: {
                name: { type: 'string' },
                plainPassword: {
                    type: 'object',
                    properties: {
                        first: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                        second: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                    },
                    required: ['first', 'second'],
                },
                subject: { enum: ['question', 'feedback', 'x'] },
                email: { type: 'string' },
                message: { type: 'string' },
                developer: { enum: ['yes', 'no'] },
                randomCheckbox: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
                interests: { type: 'array', items: { enum: ['design', 'programming', 'writing'] } },
                other_interests: { type: 'array', items: { enum: ['music', 'sports', 'travel'] } },
                children: {
                    anyOf: [
                        {
                            type: 'array',
                            items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
                        },
                        {
                            type: 'object',
                            additionalProperties: {
                                type: 'object',
                                properties: { name: { type: 'string' } },
                                required: ['name'],
                            },
                        },
                    ],
                },
                text_children: {
                    anyOf: [
                        { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
                        { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
                    ],
                },
            },
            required: ['name', 'plainPassword', 'subject', 'email', 'message', 'developer'],
        },
    },
    required: ['example_form'],
};
export const ExampleFormSubmission = /* @__PURE__ */ formSchema(schema, {
    definition: ExampleFormType,
    rootName: 'example_form',
    forms: [ExampleChildType],
    fieldTypes: [BOX_TYPES, BUTTON_TYPES, CHOICE_TYPES, COLLECTION_TYPES, REPEATED_TYPES, TEXT_TYPES],
});
