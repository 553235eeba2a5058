import { describe, expect, test } from 'vitest';
import type {
  FormDefinition,
  FormFieldDefinition,
} from '../../../../../../runtime/extension-points/forms/form-definition.js';
import { compileForm } from '../../../../../../runtime/features/forms/engine/compile-form.js';
import { aForm, nodeOf, post, shown } from './form-fixtures.js';

const view = (fields: readonly FormFieldDefinition[], more: Partial<FormDefinition> = {}) =>
  aForm(fields, more).view(shown);

describe('form name', () => {
  test.each([
    ['ContactType', 'contact'],
    ['TestRepeatedType', 'test_repeated'],
    ['UserRegisterType', 'user_register'],
    ['App\\Form\\HTMLFormType', 'html_form'],
    ['Feedback', 'feedback'],
  ])('%s is %s', (name, want) => {
    expect(compileForm({ name, fields: [] }, { definitions: new Map() }).rootName).toBe(want);
  });

  test('a type can set its root name, and keeps its block prefix', () => {
    const form = compileForm(
      { name: 'ContactType', 'x-form-name': 'say', fields: [] },
      { definitions: new Map() },
    );
    expect(nodeOf(form.view(shown)).vars).toMatchObject({
      name: 'say',
      full_name: 'say',
      id: 'say',
      unique_block_prefix: '_say',
      block_prefixes: ['form', 'contact', '_say'],
    });
  });

  test('the fields of a form with an empty name are at the top level', () => {
    const tree = view([{ name: 'username' }, { name: 'address', fields: [{ name: 'city' }] }], {
      'x-form-name': '',
    });
    expect(nodeOf(tree).vars).toMatchObject({ name: '', full_name: '', id: '' });
    expect(nodeOf(tree, 'username').vars).toMatchObject({ full_name: 'username', id: 'username' });
    expect(nodeOf(tree, 'username').vars.unique_block_prefix).toBe('_username');
    expect(nodeOf(tree, 'address', 'city').vars).toMatchObject({
      full_name: 'address[city]',
      id: 'address_city',
    });
  });

  test('the id of a root has no leading underscores and digits', () => {
    expect(nodeOf(view([{ name: 'a' }], { 'x-form-name': '_1form' })).vars).toMatchObject({
      id: 'form',
      full_name: '_1form',
      unique_block_prefix: '__1form',
    });
  });
});

describe('vars', () => {
  test('a root has the vars of a form, and never a value', () => {
    expect(view([], { data: { a: 1 }, attr: { novalidate: 'novalidate' } })).toEqual({
      vars: {
        name: 'f',
        full_name: 'f',
        id: 'f',
        unique_block_prefix: '_f',
        block_prefixes: ['form', 'f', '_f'],
        disabled: false,
        attr: { novalidate: 'novalidate' },
        label_attr: {},
        required: true,
        valid: true,
        submitted: false,
        errors: [],
        action: shown.action,
        api_disabled: false,
        realtime_validate_disabled: false,
      },
      children: [],
      rendered: false,
      methodRendered: false,
    });
  });

  test('a root renders its own action, its proxy and its switches', () => {
    const more = {
      action: '/login',
      post_app_proxy: '/proxy',
      api_disabled: true,
      realtime_validate_disabled: true,
    };
    expect(nodeOf(view([], more)).vars).toMatchObject(more);
  });

  test('a field has the vars of a field', () => {
    expect(
      view([{ name: 'email', type: 'email', label: 'Your email', help: 'We write once.' }]).children,
    ).toEqual([
      {
        vars: {
          name: 'email',
          full_name: 'f[email]',
          id: 'f_email',
          unique_block_prefix: '_f_email',
          block_prefixes: ['form', 'text', 'email', '_f_email'],
          disabled: false,
          attr: {},
          label: 'Your email',
          label_attr: {},
          help: 'We write once.',
          required: true,
          valid: true,
          submitted: false,
          errors: [],
          action: '',
          value: '',
        },
        children: [],
        rendered: false,
        methodRendered: false,
      },
    ]);
  });

  test.each(['submit', 'reset', 'button'])('a %s button has no state and no value', (type) => {
    expect(nodeOf(view([{ name: 'go', type, label: 'Go', attr: { class: 'primary' } }]), 'go').vars).toEqual({
      name: 'go',
      full_name: 'f[go]',
      id: 'f_go',
      unique_block_prefix: '_f_go',
      block_prefixes: [...new Set(['button', type]), '_f_go'],
      disabled: false,
      attr: { class: 'primary' },
      label: 'Go',
      action: '',
    });
  });

  test.each([
    [false, { label: false }],
    [true, {}],
    [null, {}],
    ['', { label: '' }],
  ])('label %j is rendered as %j', (label, want) => {
    const { vars } = nodeOf(view([{ name: 'a', label }]), 'a');
    expect('label' in vars ? { label: vars.label } : {}).toEqual(want);
  });

  test('children of an optional node are optional, and children of a disabled node are disabled', () => {
    const tree = view([
      { name: 'a', required: false, fields: [{ name: 'b' }] },
      { name: 'c', disabled: true, fields: [{ name: 'd' }, { name: 'go', type: 'submit' }] },
    ]);
    expect(nodeOf(tree, 'a', 'b').vars.required).toBe(false);
    expect(nodeOf(tree, 'c', 'd').vars.disabled).toBe(true);
    expect(nodeOf(tree, 'c', 'go').vars.disabled).toBe(true);
  });

  test('children are ordered by priority, then by declaration', () => {
    const tree = view([
      { name: 'a' },
      { name: 'b', priority: 5 },
      { name: 'c' },
      { name: 'd', priority: -1 },
    ]);
    expect(nodeOf(tree).children.map(({ vars }) => vars.name)).toEqual(['b', 'a', 'c', 'd']);
  });

  test('values and help texts can be set for one tree', () => {
    const form = aForm([{ name: 'a', data: 'mine', help: 'Old' }, { name: 'b' }], { data: { b: 'its' } });
    const tree = form.view({ ...shown, data: { a: 'yours' }, help: { a: 'New' } });
    expect(nodeOf(tree, 'a').vars).toMatchObject({ value: 'yours', help: 'New' });
    expect(nodeOf(tree, 'b').vars.value).toBe('its');
    expect(nodeOf(form.view(shown), 'a').vars).toMatchObject({ value: 'mine', help: 'Old' });
  });
});

const CHAINS: readonly (readonly [string, readonly string[]])[] = [
  ['text', ['form', 'text']],
  ...['email', 'password', 'textarea', 'search', 'tel', 'url', 'color', 'range'].map(
    (type) => [type, ['form', 'text', type]] as const,
  ),
  ...[
    'hidden',
    'integer',
    'number',
    'money',
    'percent',
    'file',
    'checkbox',
    'choice',
    'date',
    'datetime',
    'time',
  ].map((type) => [type, ['form', type]] as const),
  ...['week', 'dateinterval', 'collection', 'repeated', 'uuid', 'ulid'].map(
    (type) => [type, ['form', type]] as const,
  ),
  ['radio', ['form', 'checkbox', 'radio']],
  ['birthday', ['form', 'date', 'birthday']],
  ...['country', 'language', 'locale', 'currency', 'timezone', 'enum'].map(
    (type) => [type, ['form', 'choice', type]] as const,
  ),
];

describe('names and block prefixes', () => {
  test.each(CHAINS)('%s has the block prefixes of its chain of types', (type, chain) => {
    const tree = view([
      { name: 'x', type },
      { name: 'y', type, block_prefix: 'own' },
    ]);
    expect(nodeOf(tree, 'x').vars.block_prefixes).toEqual([...chain, '_f_x']);
    expect(nodeOf(tree, 'y').vars.block_prefixes).toEqual([...chain, 'own', '_f_y']);
  });

  test('a nested form type has its own prefix, inline fields have only the form prefix', () => {
    const definitions = new Map([['AddressType', { name: 'AddressType', fields: [{ name: 'city' }] }]]);
    const tree = aForm(
      [
        { name: 'home', type: 'AddressType' },
        { name: 'work', fields: [{ name: 'city' }] },
      ],
      {},
      { definitions },
    ).view(shown);
    expect(nodeOf(tree, 'home').vars.block_prefixes).toEqual(['form', 'address', '_f_home']);
    expect(nodeOf(tree, 'work').vars.block_prefixes).toEqual(['form', '_f_work']);
    expect(nodeOf(tree, 'home', 'city').vars).toMatchObject({
      full_name: 'f[home][city]',
      id: 'f_home_city',
      unique_block_prefix: '_f_home_city',
    });
  });

  test.each([
    ['text', ['form', 'collection_entry', 'text', '_f_c_entry']],
    ['email', ['form', 'text', 'collection_entry', 'email', '_f_c_entry']],
    ['form', ['collection_entry', 'form', '_f_c_entry']],
    ['AddressType', ['form', 'collection_entry', 'address', '_f_c_entry']],
  ])('entries of %s and their prototype have distinct names', (type, want) => {
    const definitions = new Map([['AddressType', { name: 'AddressType', fields: [{ name: 'city' }] }]]);
    const field = { name: 'c', type: 'collection', entry_type: type, allow_add: true, data: [null] };
    const { children, prototype } = nodeOf(aForm([field], {}, { definitions }).view(shown), 'c');
    const expected = { unique_block_prefix: '_f_c_entry', block_prefixes: want };
    expect(children[0]?.vars).toMatchObject({ ...expected, name: '0', full_name: 'f[c][0]', id: 'f_c_0' });
    expect(prototype?.vars).toMatchObject({
      ...expected,
      name: '__name__',
      full_name: 'f[c][__name__]',
      id: 'f_c___name__',
    });
  });

  test('the custom prefix of an entry follows that of its type', () => {
    const field = {
      name: 'c',
      type: 'collection',
      entry_options: { block_prefix: 'own' },
      allow_add: true,
    };
    expect(nodeOf(view([field]), 'c').prototype?.vars.block_prefixes).toEqual([
      'form',
      'collection_entry',
      'text',
      'own',
      '_f_c_entry',
    ]);
  });

  test('fields in an entry have the name of the entry as a prefix', () => {
    const field = {
      name: 'c',
      type: 'collection',
      entry_options: { fields: [{ name: 'name' }] },
      data: [{ name: 'Ann' }],
    };
    expect(nodeOf(view([field]), 'c', '0', 'name').vars).toMatchObject({
      full_name: 'f[c][0][name]',
      id: 'f_c_0_name',
      unique_block_prefix: '_f_c_entry_name',
      value: 'Ann',
    });
  });

  test('halves of a repeated field have its name as a prefix, and multiple fields are named as lists', () => {
    const tree = view([
      { name: 'p', type: 'repeated' },
      { name: 't', type: 'choice', multiple: true, choices: { A: 'a' } },
      { name: 'd', type: 'file', multiple: true },
    ]);
    expect(nodeOf(tree, 'p', 'first').vars).toMatchObject({
      full_name: 'f[p][first]',
      id: 'f_p_first',
      unique_block_prefix: '_f_p_first',
    });
    expect(nodeOf(tree, 't').vars).toMatchObject({
      full_name: 'f[t][]',
      id: 'f_t',
      unique_block_prefix: '_f_t',
    });
    expect(nodeOf(tree, 'd').vars).toMatchObject({
      full_name: 'f[d][]',
      id: 'f_d',
      unique_block_prefix: '_f_d',
    });
  });

  test.each([
    [true, 'f[t][]'],
    [false, 'f[t]'],
  ])('the boxes of an expanded choice (multiple: %j) are named %s', (multiple, fullName) => {
    const tree = view([{ name: 't', type: 'choice', multiple, expanded: true, choices: { A: 'a', B: 'b' } }]);
    expect(nodeOf(tree, 't').vars.full_name).toBe('f[t]');
    expect(nodeOf(tree, 't', '1').vars).toMatchObject({
      name: '1',
      full_name: fullName,
      id: 'f_t_1',
      unique_block_prefix: '_f_t_entry',
      block_prefixes: ['form', 'checkbox', ...(multiple ? [] : ['radio']), '_f_t_entry'],
    });
  });
});

describe('invalid definitions', () => {
  test.each<[string, readonly FormFieldDefinition[], RegExp]>([
    ['an unknown type', [{ name: 'a', type: 'nothing' }], /gives "a" the type "nothing", which is neither/],
    ['entity', [{ name: 'a', type: 'entity' }], /neither a field type nor a form/],
    ['a duplicate name', [{ name: 'a' }, { name: 'a' }], /has two fields named "a"/],
    ['a name that no key can have', [{ name: 'a[b]' }], /has a field named "a\[b\]"/],
    ['the name of a prototype', [{ name: '__proto__' }], /has a field named "__proto__"/],
    [
      'a form that contains itself',
      [{ name: 'a', fields: [{ name: 'b', type: 'FType' }] }],
      /contains itself at "a.b"/,
    ],
    [
      'an unknown constraint',
      [{ name: 'a', constraints: [{ Nothing: {} }] }],
      /Unknown constraint "Nothing"/,
    ],
  ])('%s is refused when the form is prepared', (_, fields, message) => {
    const definitions = new Map([['FType', { name: 'FType', fields }]]);
    expect(() => aForm(fields, {}, { definitions })).toThrow(message);
  });
});

test('a submission never changes the tree of its form', () => {
  const form = aForm([{ name: 'c', type: 'collection', allow_add: true }]);
  const before = JSON.stringify(form.view(shown));
  post(form, { c: ['a'] });
  expect(JSON.stringify(form.view(shown))).toBe(before);
});
