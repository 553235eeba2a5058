// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { baseEventDescriptor } from './descriptors/base-event.js';
import { concertDescriptor } from './descriptors/concert.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = {
  resources: [
    baseEventDescriptor,
    concertDescriptor,
  ],
  forms: [
    {
      definition: {
        name: 'AddressType',
        constraints: [{ Expression: { expression: 'this.city != null', message: 'Name a city.' } }],
        fields: [
          { name: 'street', constraints: [{ NotBlank: {} }] },
          { name: 'city', constraints: [{ Length: { max: 20 } }] },
        ],
      },
    },
    {
      definition: {
        name: 'ContactType',
        description: 'Asks for what `${you}` want */ to say.',
        post_app_proxy: '/proxy',
        constraints: [
          {
            Expression: {
              expression: 'this.email != this.phone',
              message: "It's the same twice.",
              path: 'phone',
            },
          },
        ],
        fields: [
          {
            name: 'email',
            type: 'email',
            label: "It's `${you}`",
            constraints: [
              { NotBlank: {} },
              { Email: { payload: { severity: 1 } } },
              { Length: { max: 80, groups: ['Default', 'strict'] } },
            ],
          },
          { name: 'phone', type: 'tel', constraints: [{ Regex: { pattern: '/^\\+?[0-9 ]+$/' } }] },
          { name: 'age', type: 'integer', constraints: [{ NotNull: {} }, { Range: { min: 18, max: 99 } }] },
          { name: 'price', type: 'money', property_path: 'cents', divisor: 100 },
          {
            name: 'topic',
            type: 'choice',
            choices: { Bug: 'bug', Praise: { Big: 'big', Small: 1 }, "It's odd": "o'dd" },
            constraints: [{ NotBlank: {} }],
          },
          {
            name: 'tags',
            type: 'choice',
            multiple: true,
            choices: ['a', 'b'],
            constraints: [{ Count: { max: 1 } }],
          },
          { name: 'country', type: 'country' },
          { name: 'terms', type: 'checkbox', mapped: false, constraints: [{ IsTrue: {} }] },
          {
            name: 'files',
            type: 'file',
            multiple: true,
            constraints: [{ Count: { min: 1 } }, { All: [{ File: { maxSize: '1M' } }] }],
          },
          {
            name: 'address',
            type: 'form',
            fields: [
              { name: 'zip-code', constraints: [{ NotBlank: {} }] },
              {
                name: 'city',
                constraints: [{ Expression: { expression: "value == null or this.city != 'x'" } }],
              },
            ],
          },
          { name: 'second', type: 'AddressType', constraints: [{ NotNull: {} }] },
          {
            name: 'others',
            type: 'collection',
            entry_type: 'AddressType',
            allow_add: true,
            constraints: [
              { Count: { max: 3 } },
              { All: { constraints: [{ NotNull: {} }], groups: ['Default', 'strict'] } },
            ],
          },
          {
            name: 'words',
            type: 'collection',
            entry_type: 'text',
            allow_add: true,
            entry_options: { constraints: [{ Length: { min: 2 } }] },
            constraints: [{ Unique: {} }, { All: [{ NotBlank: { message: 'Say it.' } }] }],
          },
          {
            name: 'secret',
            type: 'repeated',
            entry_type: 'password',
            constraints: [{ NotBlank: {} }],
            first_options: { constraints: [{ Length: { min: 3 } }] },
          },
          { name: 'day', type: 'date', widget: 'choice', constraints: [{ Date: {} }] },
          { name: 'meta', type: 'form', inherit_data: true, fields: [{ name: 'note', type: 'textarea' }] },
          { name: 'send', type: 'submit' },
        ],
      },
    },
  ],
  messages: [
    "Don't leave `${this}` */ empty \u2029",
    'No `${way}` */',
    'Too short: {{ limit }}',
  ],
};
