import { describe, expect, expectTypeOf, test } from 'vitest';
import { definitionsIn } from '../../../../runtime/features/forms/definitions-in.js';
import { compileForm } from '../../../../runtime/features/forms/engine/compile-form.js';
import { FIELD_NOTATIONS } from '../../../../runtime/features/forms/notation/field-keywords.js';
import type { FormDefinition } from '../../../../runtime/extension-points/forms/form-definition.js';
import { formTreeOf, type FieldNode } from '../../../../generated/client/index.js';
import { manifest } from '../../../golden/rich/expected/manifest.js';
import type { ContactFieldTypes } from '../../../golden/rich/expected/types/index.js';

const shown = { action: '' };
const definitions = new Map(definitionsIn(manifest).map(({ definition }) => [definition.name, definition]));

/** The document of a form with that definition, as far as the tree reads it. */
const aForm = (definition: FormDefinition): object => ({
  formView: compileForm(definition, { definitions }).view(shown),
});

/** Same as in `client/forms`. */
const ContactType: { readonly name: string; readonly fields?: ContactFieldTypes } = { name: 'ContactType' };
const contact = formTreeOf(
  ContactType,
  aForm(definitions.get('ContactType') ?? { name: 'None', fields: [] }),
);
if (contact === undefined) throw new Error('It has a view.');

describe('the tree of a form in the client', () => {
  test.each([...FIELD_NOTATIONS.keys()].filter((type) => type !== 'form'))(
    'has the kind of a field of type %s',
    (type) => {
      const choices = type === 'choice' || type === 'enum' ? { choices: ['a'] } : {};
      const entries = type === 'collection' ? { entry_type: 'email', allow_add: true } : {};
      const form = aForm({
        name: 'OneType',
        fields: [{ name: 'one', type, block_prefix: 'special', ...choices, ...entries }],
      });
      expect(formTreeOf({}, form)?.fields.map(({ name, kind }) => [name, kind])).toEqual([['one', type]]);
    },
  );

  test('has the fields in their order, with their vars', () => {
    const { formView } = aForm(definitions.get('ContactType') as FormDefinition) as {
      readonly formView: { readonly children: readonly { readonly vars: { readonly name: string } }[] };
    };
    expect(contact).toMatchObject({ name: 'contact', kind: 'form', vars: { action: '' } });
    expect(contact.fields.map(({ vars }) => vars)).toEqual(formView.children.map(({ vars }) => vars));
  });

  test('finds a field by its name, and its nested fields', () => {
    expect(contact.field('email')).toMatchObject({ kind: 'email', vars: { full_name: 'contact[email]' } });
    expect(contact.field('second').field('city').vars.full_name).toBe('contact[second][city]');
    expect(contact.field('secret').field('first').kind).toBe('password');
    expect(contact.field('words').prototype).toMatchObject({ name: '__name__', kind: 'text' });
    expect(contact.field('others').prototype?.field('street').kind).toBe('text');
    expect(() => contact.field('nothing' as 'email')).toThrow('The form has no field "nothing".');
  });

  test('has the checkboxes of an expanded choice as fields', () => {
    const fields = [{ name: 'plan', type: 'choice', expanded: true, choices: ['a', 'b'] }];
    const plan = formTreeOf({}, aForm({ name: 'PlanType', fields }))?.field('plan');
    expect(plan?.kind === 'choice' && plan.fields.map(({ kind }) => kind)).toEqual(['radio', 'radio']);
  });

  test('is a union by name and by kind', () => {
    const [field] = contact.fields;
    if (field?.name === 'topic') expectTypeOf(field.kind).toEqualTypeOf<'choice'>();
    if (field?.kind === 'tel') expectTypeOf(field.name).toEqualTypeOf<'phone'>();
    expectTypeOf(contact.field('day')).toEqualTypeOf<FieldNode<'day', 'date'>>();
  });

  test('is null if a document has no form', () => {
    expect(formTreeOf(ContactType, { '@id': '/record/messages/1', '@type': 'Message' })).toBeUndefined();
  });
});
