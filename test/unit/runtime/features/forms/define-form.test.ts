import { describe, expect, expectTypeOf, test } from 'vitest';
import { ConfigError } from '../../../../../runtime/kernel/errors/config-error.js';
import { createFormTypes } from '../../../../../runtime/features/forms/form-types.js';
import {
  type DataOf,
  defineForm,
  type FormDefinition,
  type SubmittedFile,
} from '../../../../../runtime/index.js';

const Address = defineForm({
  name: 'AddressType',
  fields: [{ name: 'street', constraints: [{ NotBlank: {} }] }, { name: 'city' }],
});

const Contact = defineForm(
  {
    name: 'ContactType',
    honeypot: 'website',
    fields: [
      { name: 'email', type: 'email', constraints: [{ NotBlank: {} }, { Email: {} }] },
      { name: 'phone', type: 'tel' },
      { name: 'late', constraints: [{ NotNull: { groups: ['late', 'Default'] } }] },
      { name: 'age', type: 'integer', constraints: [{ NotNull: {} }] },
      { name: 'price', type: 'money', property_path: 'cents' },
      { name: 'terms', type: 'checkbox' },
      { name: 'seen', type: 'checkbox', mapped: false },
      { name: 'topic', type: 'choice', choices: { Bug: 'bug', More: { One: 1 } } },
      { name: 'tags', type: 'choice', multiple: true, choices: ['a', { label: 'B', value: 'b' }] },
      { name: 'country', type: 'country' },
      { name: 'photo', type: 'file' },
      { name: 'papers', type: 'file', multiple: true },
      {
        name: 'words',
        type: 'collection',
        entry_type: 'text',
        entry_options: { constraints: [{ NotBlank: {} }] },
      },
      { name: 'homes', type: 'collection', entry_type: 'AddressType' },
      { name: 'home', type: 'AddressType' },
      { name: 'work', fields: [{ name: 'floor', type: 'number' }] },
      { name: 'more', type: 'form', inherit_data: true, fields: [{ name: 'note', type: 'textarea' }] },
      { name: 'secret', type: 'repeated', entry_type: 'password', constraints: [{ NotBlank: {} }] },
      { name: 'again', type: 'repeated', entry_type: 'integer' },
      { name: 'website' },
      { name: 'send', type: 'submit' },
    ],
  },
  {
    forms: [Address],
    onSuccess(event) {
      expectTypeOf(event.data.email).toEqualTypeOf<string>();
      // @ts-expect-error buttons give no value
      void event.data.send;
    },
  },
);

interface AddressData {
  street: string;
  city: string | null;
}

describe('a form type in code', () => {
  test('has submissions whose types are inferred from its definition', () => {
    expectTypeOf<DataOf<typeof Address>>().toEqualTypeOf<AddressData>();
    expectTypeOf<DataOf<typeof Contact>>().toEqualTypeOf<{
      email: string;
      phone: string | null;
      late: string | null;
      age: number;
      cents: number | null;
      terms: boolean;
      topic: 'bug' | 1 | null;
      tags: ('a' | 'b')[];
      country: string | null;
      photo: SubmittedFile | null;
      papers: SubmittedFile[];
      words: string[];
      homes: AddressData[];
      home: AddressData;
      work: { floor: number | null };
      note: string | null;
      secret: string;
      again: number | null;
    }>();
    const types = createFormTypes({ authored: [], configured: [Contact, Address], offered: [] });
    expect(types.find('ContactType')).toMatchObject({
      onSuccess: Contact.onSuccess,
      source: 'configuration',
    });
  });

  test('is validated like one in a schema file, and prevents the start with the path and a fix', () => {
    const definition = {
      name: 'AskType',
      fields: [
        { name: 'a', choices: { A: 'a' } },
        {
          name: 'b',
          type: 'collection',
          entry_type: 'text',
          entry_options: { constraints: [{ Length: { mni: 1 } }] },
        },
        { name: 'c', type: 'AskType' },
      ],
    } as FormDefinition;
    const start = (): unknown => createFormTypes({ authored: [], configured: [{ definition }], offered: [] });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(
      /extensions\.forms\[0\] \(AskType\)\.fields\[0\]\.choices: "choices" means nothing for the type "text"; remove it, or change the type to "choice"/,
    );
    expect(start).toThrow(
      /fields\[1\]\.entry_options\.constraints\[0\]\.Length\.mni: is not an option of the constraint; use one of min, max/,
    );
    expect(start).toThrow(/fields\[2\]\.type: AskType contains itself: AskType > AskType; a form has an end/);
  });
});
