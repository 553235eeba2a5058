import { describe, expect, test } from 'vitest';
import type { FormFieldDefinition } from '../../../../../runtime/extension-points/forms/form-definition.js';
import { errorsAt, formOf, node, nodeAt, submit, varsOf, viewOf } from './form-under-test.js';

type Options = Omit<FormFieldDefinition, 'name' | 'type'>;

const BLANK = 'This value should not be blank.';
const EXTRA = 'This form should not contain extra fields.';

const ENTRY_CHAIN = ['form', 'collection_entry', 'text'];

const entryVars = (name: string, more: Readonly<Record<string, unknown>> = {}) =>
  varsOf('tags', ENTRY_CHAIN, {
    name,
    full_name: `contact[tags][${name}]`,
    id: `contact_tags_${name}`,
    unique_block_prefix: '_contact_tags_entry',
    block_prefixes: [...ENTRY_CHAIN, '_contact_tags_entry'],
    value: '',
    ...more,
  });

describe('Collections', () => {
  const tags = (options: Options = {}) =>
    formOf([{ name: 'tags', type: 'collection', entry_type: 'text', ...options }, { name: 'other' }]);
  const open = { allow_add: true, allow_delete: true };

  test('a collection renders its entries and the prototype of new ones', () => {
    const { prototype, children, vars } = nodeAt(viewOf(tags({ ...open, data: ['a', 'b'] })), 'tags');
    expect(vars).toEqual(
      varsOf('tags', ['form', 'collection'], { allow_add: true, allow_delete: true, value: ['a', 'b'] }),
    );
    expect(children).toEqual([node(entryVars('0', { value: 'a' })), node(entryVars('1', { value: 'b' }))]);
    expect(prototype).toEqual(node(entryVars('__name__')));
  });

  test.each<[string, Options]>([
    ['entries cannot be added', {}],
    ['prototypes are disabled', { allow_add: true, prototype: false }],
  ])('there is no prototype where %s', (_, options) => {
    expect(nodeAt(viewOf(tags(options)), 'tags')).not.toHaveProperty('prototype');
  });

  test('the prototype has the name that the field declares', () => {
    const { prototype } = nodeAt(viewOf(tags({ allow_add: true, prototype_name: '__tag__' })), 'tags');
    expect(prototype?.vars).toMatchObject({ name: '__tag__', full_name: 'contact[tags][__tag__]' });
  });

  test.each(['whole', 'partial'] as const)('a %s submission adds entries in numeric order', (extent) => {
    const { tree, data, isValid } = submit(tags(open), { tags: { 10: 'c', 0: 'a', 2: 'b' } }, extent);
    expect(nodeAt(tree, 'tags').children).toEqual(
      [
        ['0', 'a'],
        ['2', 'b'],
        ['10', 'c'],
      ].map(([name = '', value]) => node(entryVars(name, { value, submitted: true }))),
    );
    expect(Object.values(data.tags as object)).toEqual(['a', 'b', 'c']);
    expect(isValid).toBe(true);
  });

  test('entries that a full submission omits are removed, those that a partial one omits are kept', () => {
    const form = tags({ ...open, data: ['a', 'b'] });
    const names = (extent: 'whole' | 'partial') =>
      nodeAt(submit(form, { tags: { 1: 'x' } }, extent).tree, 'tags').children.map(({ vars }) => [
        vars.name,
        vars.value,
        vars.submitted,
      ]);
    expect(names('whole')).toEqual([['1', 'x', true]]);
    expect(names('partial')).toEqual([
      ['0', 'a', false],
      ['1', 'x', true],
    ]);
    expect(submit(form, { other: 'x' }, 'partial').data.tags).toEqual(['a', 'b']);
  });

  test('without adding, unknown indexes are extra fields of the collection', () => {
    const form = tags({ data: ['a'], error_bubbling: false });
    for (const extent of ['whole', 'partial'] as const) {
      const { tree, isValid } = submit(form, { tags: ['x', 'y'] }, extent);
      expect([errorsAt(tree, 'tags'), isValid]).toEqual([[EXTRA], false]);
      expect(nodeAt(tree, 'tags').children.map(({ vars }) => vars.name)).toEqual(['0']);
    }
  });

  test('without deleting, entries that a full submission omits are empty', () => {
    const { tree } = submit(tags({ allow_add: true, data: ['a', 'b'] }), { tags: ['x'] });
    expect(nodeAt(tree, 'tags').children.map(({ vars }) => vars.value)).toEqual(['x', '']);
  });

  test('errors of a collection are mapped to the root, unless it keeps them', () => {
    const least: Options = { ...open, constraints: [{ Count: { min: 1 } }] };
    const message = 'This collection should contain 1 element or more.';
    const { tree } = submit(tags(least), {});
    expect([tree.vars.errors, errorsAt(tree, 'tags')]).toEqual([[message], []]);
    const kept = submit(tags({ ...least, error_bubbling: false }), {}).tree;
    expect([kept.vars.errors, errorsAt(kept, 'tags')]).toEqual([[], [message]]);
    expect([kept.vars.valid, nodeAt(kept, 'tags').vars.valid]).toEqual([false, false]);
  });

  test('errors of an entry stay on that entry, also those of All', () => {
    const all = tags({ ...open, constraints: [{ All: [{ Length: { min: 2 } }] }] });
    const own = tags({ ...open, entry_options: { constraints: [{ Length: { min: 2 } }] } });
    for (const form of [all, own]) {
      const { tree } = submit(form, { tags: ['ab', 'c'] });
      expect(
        nodeAt(tree, 'tags').children.map(({ vars }) => (vars.errors as readonly string[]).length),
      ).toEqual([0, 1]);
      expect([errorsAt(tree, 'tags'), tree.vars.errors]).toEqual([[], []]);
    }
  });

  test('a scalar is not a valid collection', () => {
    const { tree } = submit(tags({ ...open, error_bubbling: false }), { tags: 'a' });
    expect(errorsAt(tree, 'tags')).toEqual(['The collection is invalid.']);
  });

  test('a collection that a full submission omits is an empty list', () => {
    expect(submit(tags(open), {}).data.tags).toEqual([]);
  });

  test.each([null, {}])(
    'an entry %j of a partial submission exists, and its content is not validated',
    (entry) => {
      const child = { name: 'ChildType', fields: [{ name: 'name', constraints: [{ NotBlank: {} }] }] };
      const form = formOf(
        [{ name: 'children', type: 'collection', entry_type: 'ChildType', allow_add: true }],
        {},
        [child],
      );
      const { tree, isValid } = submit(form, { children: [entry] }, 'partial');
      expect(isValid).toBe(true);
      expect(nodeAt(tree, 'children', '0', 'name').vars).toMatchObject({
        submitted: false,
        valid: true,
        errors: [],
      });
      expect(
        errorsAt(submit(form, { children: [{ name: '' }] }, 'partial').tree, 'children', '0', 'name'),
      ).toEqual([BLANK]);
      expect(errorsAt(submit(form, { children: [{}] }).tree, 'children', '0', 'name')).toEqual([BLANK]);
    },
  );
});

describe('Repeated fields', () => {
  const MESSAGE = 'The values do not match.';
  const form = formOf([{ name: 'mail', type: 'repeated', entry_type: 'email' }, { name: 'other' }]);

  const half = (name: string, more: Readonly<Record<string, unknown>> = {}) =>
    node(
      varsOf('mail', ['form', 'text', 'email'], {
        name,
        full_name: `contact[mail][${name}]`,
        id: `contact_mail_${name}`,
        unique_block_prefix: `_contact_mail_${name}`,
        block_prefixes: ['form', 'text', 'email', `_contact_mail_${name}`],
        value: '',
        ...more,
      }),
    );

  test('a repeated field has two halves', () => {
    const shown = nodeAt(viewOf(form), 'mail');
    expect(shown).toEqual(
      node(varsOf('mail', ['form', 'repeated'], { value: { first: null, second: null } }), [
        half('first'),
        half('second'),
      ]),
    );
    expect(nodeAt(submit(form, { other: 'x' }, 'partial').tree, 'mail')).toEqual(shown);
  });

  test('equal halves give one value', () => {
    const { tree, data, isValid } = submit(form, { mail: { first: 'a@b', second: 'a@b' } });
    expect([data.mail, isValid]).toEqual(['a@b', true]);
    const sent = { submitted: true, value: 'a@b' };
    expect(nodeAt(tree, 'mail')).toEqual(
      node(
        varsOf('mail', ['form', 'repeated'], { submitted: true, value: { first: 'a@b', second: 'a@b' } }),
        [half('first', sent), half('second', sent)],
      ),
    );
  });

  test('a repeated field is null when both halves are empty', () => {
    for (const mail of [{ first: '', second: '' }, { first: null, second: '' }, {}])
      expect(submit(form, { mail }).data.mail).toBeNull();
    expect(submit(form, {}).data.mail).toBeNull();
  });

  test.each([
    { first: 'a', second: 'b' },
    { first: 'a' },
    { second: 'b' },
    { first: 'a', second: '' },
    { first: '', second: 'b' },
  ])('halves %j report the message on the first half', (mail) => {
    for (const extent of ['whole', 'partial'] as const) {
      const { tree, isValid } = submit(form, { mail: mail as Record<string, string> }, extent);
      expect([errorsAt(tree, 'mail', 'first'), errorsAt(tree, 'mail'), isValid]).toEqual([
        [MESSAGE],
        [],
        false,
      ]);
      expect(errorsAt(tree, 'mail', 'second')).toEqual([]);
    }
  });

  test('constraints of a repeated field are reported on the first half', () => {
    const evaluated = formOf([
      { name: 'mail', type: 'repeated', entry_type: 'text', constraints: [{ NotBlank: {} }] },
    ]);
    const { tree } = submit(evaluated, {});
    expect([errorsAt(tree, 'mail', 'first'), errorsAt(tree, 'mail'), tree.vars.errors]).toEqual([
      [BLANK],
      [],
      [],
    ]);
    expect(tree.vars.valid).toBe(false);
  });

  test('the halves can have custom names, labels and messages', () => {
    const named = formOf([
      {
        name: 'mail',
        type: 'repeated',
        entry_type: 'text',
        first_name: 'one',
        second_name: 'two',
        first_options: { label: 'One' },
        second_options: { label: 'Two' },
        options: { attr: { class: 'half' } },
        invalid_message: 'Not the same.',
      },
    ]);
    const { children } = nodeAt(viewOf(named), 'mail');
    expect(children.map(({ vars }) => [vars.name, vars.label, vars.attr])).toEqual([
      ['one', 'One', { class: 'half' }],
      ['two', 'Two', { class: 'half' }],
    ]);
    expect(errorsAt(submit(named, { mail: { one: 'a', two: 'b' } }).tree, 'mail', 'one')).toEqual([
      'Not the same.',
    ]);
  });
});

describe('Nested types', () => {
  const address = {
    name: 'AddressType',
    fields: [{ name: 'city', constraints: [{ NotBlank: {} }] }, { name: 'zip' }],
  };
  const form = formOf([{ name: 'address', type: 'AddressType' }, { name: 'other' }], {}, [address]);

  test('a nested type has a node with its fields, and no value', () => {
    const city = (name: string) =>
      node(
        varsOf('address', ['form', 'text'], {
          name,
          full_name: `contact[address][${name}]`,
          id: `contact_address_${name}`,
          unique_block_prefix: `_contact_address_${name}`,
          block_prefixes: ['form', 'text', `_contact_address_${name}`],
          value: '',
        }),
      );
    const shown = nodeAt(viewOf(form), 'address');
    expect(shown).toEqual(node(varsOf('address', ['form', 'address']), [city('city'), city('zip')]));
    expect(nodeAt(submit(form, { other: 'x' }, 'partial').tree, 'address')).toEqual(shown);
  });

  test('its data is an object within the data', () => {
    const { data, isValid } = submit(form, { address: { city: 'Bern', zip: 3000 } });
    expect([data, isValid]).toEqual([{ address: { city: 'Bern', zip: '3000' }, other: null }, true]);
  });

  test('a full submission validates the fields of an omitted nested type', () => {
    const { tree } = submit(form, {});
    expect(errorsAt(tree, 'address', 'city')).toEqual([BLANK]);
    expect(nodeAt(tree, 'address').vars).toMatchObject({ valid: false, submitted: true, errors: [] });
  });

  test('a partial submission validates only the submitted fields', () => {
    const { tree, isValid } = submit(form, { address: { zip: '3000' } }, 'partial');
    expect(isValid).toBe(true);
    expect(nodeAt(tree, 'address', 'city').vars.submitted).toBe(false);
    expect(nodeAt(tree, 'address').vars.submitted).toBe(true);
  });

  test.each(['Bern', 5, true])(
    '%j is not a valid nested value, and the error is mapped to the root',
    (value) => {
      const { tree } = submit(form, { address: value });
      expect(tree.vars.errors).toEqual(['This value is not valid.']);
      expect(errorsAt(tree, 'address')).toEqual([]);
    },
  );

  test('unknown fields are an error of the nearest compound node, which a nested type passes on', () => {
    for (const extent of ['whole', 'partial'] as const) {
      const { tree, isValid } = submit(form, { address: { city: 'Bern', street: 'x' } }, extent);
      expect([tree.vars.errors, isValid]).toEqual([[EXTRA], false]);
    }
    const kept = formOf([{ name: 'address', type: 'AddressType', error_bubbling: false }], {}, [address]);
    const { tree } = submit(kept, { address: { city: 'Bern', street: 'x' } });
    expect([errorsAt(tree, 'address'), tree.vars.errors]).toEqual([[EXTRA], []]);
  });
});
