import { describe, expect, test } from 'vitest';
import type { FormDefinition } from '../../../../../runtime/extension-points/forms/form-definition.js';
import { ACTION, formOf, node, nodeAt, varsOf, viewOf, type Tree } from './form-under-test.js';

const CHILD: FormDefinition = { name: 'ChildType', fields: [{ name: 'name' }] };

const OTHERS: readonly FormDefinition[] = [
  CHILD,
  { name: 'AddressType', fields: [{ name: 'city' }] },
  {
    name: 'BookType',
    fields: [{ name: 'authors', type: 'collection', entry_type: 'ChildType', allow_add: true }],
  },
];

/** One field for every way of naming. */
const form = formOf(
  [
    { name: 'email', type: 'email' },
    { name: 'address', type: 'AddressType' },
    {
      name: 'children',
      type: 'collection',
      entry_type: 'ChildType',
      allow_add: true,
      data: [{ name: 'Ada' }],
    },
    { name: 'words', type: 'collection', entry_type: 'text', allow_add: true, data: ['a'] },
    { name: 'books', type: 'collection', entry_type: 'BookType', allow_add: true, data: [{ authors: [{}] }] },
    { name: 'password', type: 'repeated', entry_type: 'password' },
    { name: 'tags', type: 'choice', choices: { A: 'a' }, multiple: true },
    { name: 'boxes', type: 'choice', choices: { A: 'a' }, multiple: true, expanded: true },
    { name: 'plan', type: 'choice', choices: { A: 'a' }, expanded: true },
    { name: 'docs', type: 'file', multiple: true },
    {
      name: 'days',
      type: 'collection',
      entry_type: 'email',
      allow_add: true,
      data: ['a@b'],
      block_prefix: 'mine',
    },
  ],
  {},
  OTHERS,
);

/** components.md section 5.4: path, full name, id, unique block prefix. */
const NAMES: readonly (readonly [string, string, string, string])[] = [
  ['', 'contact', 'contact', '_contact'],
  ['email', 'contact[email]', 'contact_email', '_contact_email'],
  ['address.city', 'contact[address][city]', 'contact_address_city', '_contact_address_city'],
  ['children.0', 'contact[children][0]', 'contact_children_0', '_contact_children_entry'],
  [
    'children.0.name',
    'contact[children][0][name]',
    'contact_children_0_name',
    '_contact_children_entry_name',
  ],
  ['children.*', 'contact[children][__name__]', 'contact_children___name__', '_contact_children_entry'],
  [
    'children.*.name',
    'contact[children][__name__][name]',
    'contact_children___name___name',
    '_contact_children_entry_name',
  ],
  [
    'books.0.authors.0.name',
    'contact[books][0][authors][0][name]',
    'contact_books_0_authors_0_name',
    '_contact_books_entry_authors_entry_name',
  ],
  ['password.first', 'contact[password][first]', 'contact_password_first', '_contact_password_first'],
  ['password.second', 'contact[password][second]', 'contact_password_second', '_contact_password_second'],
  ['tags', 'contact[tags][]', 'contact_tags', '_contact_tags'],
  ['boxes.0', 'contact[boxes][]', 'contact_boxes_0', '_contact_boxes_entry'],
  ['plan.0', 'contact[plan]', 'contact_plan_0', '_contact_plan_entry'],
  ['docs', 'contact[docs][]', 'contact_docs', '_contact_docs'],
];

/**
 * components.md section 5.4: the chain without the unique prefix, for nodes that components.md section 5.5 does not
 * list.
 */
const CHAINS: readonly (readonly [string, readonly string[]])[] = [
  ['', ['form', 'contact']],
  ['address', ['form', 'address']],
  ['children', ['form', 'collection']],
  ['children.0', ['form', 'collection_entry', 'child']],
  ['children.*', ['form', 'collection_entry', 'child']],
  ['words.0', ['form', 'collection_entry', 'text']],
  ['words.*', ['form', 'collection_entry', 'text']],
  ['days.0', ['form', 'text', 'collection_entry', 'email']],
  ['days', ['form', 'collection', 'mine']],
  ['password', ['form', 'repeated']],
  ['boxes.0', ['form', 'checkbox']],
  ['plan.0', ['form', 'checkbox', 'radio']],
];

/** `*` means the prototype. */
function find(tree: Tree, path: string): Tree {
  return path
    .split('.')
    .filter(Boolean)
    .reduce((at, name) => (name === '*' ? (at.prototype ?? at) : nodeAt(at, name)), tree);
}

describe('Names of nodes', () => {
  const tree = viewOf(form);

  test.for(NAMES)('%s has the full name %s, the id %s and the prefix %s', ([path, full_name, id, prefix]) => {
    const { vars } = find(tree, path);
    const last = path.split('.').at(-1) ?? '';
    expect(vars).toMatchObject({
      name: { '': 'contact', '*': '__name__' }[last] ?? last,
      full_name,
      id,
      unique_block_prefix: prefix,
    });
  });

  test.each(CHAINS)('%s has the block prefixes %j', (path, chain) => {
    const { vars } = find(tree, path);
    expect(vars.block_prefixes).toEqual([...chain, vars.unique_block_prefix]);
  });

  test.each([
    ['ContactType', undefined, 'contact'],
    ['TestRepeatedType', undefined, 'test_repeated'],
    ['UserRegisterType', undefined, 'user_register'],
    ['Contact', undefined, 'contact'],
    ['ContactType', 'enquiry', 'enquiry'],
  ])('%s (x-form-name %s) has the root name %s', (name, own, root) => {
    const named = formOf([], { name, ...(own === undefined ? {} : { 'x-form-name': own }) });
    expect(named.rootName).toBe(root);
    expect(viewOf(named).vars).toMatchObject({ name: root, full_name: root, id: root });
  });

  test('the fields of a form with an empty name are at the top level', () => {
    const bare = viewOf(formOf([{ name: 'username' }], { 'x-form-name': '' }));
    expect(bare.vars).toMatchObject({ name: '', full_name: '' });
    expect(nodeAt(bare, 'username').vars).toMatchObject({ full_name: 'username', id: 'username' });
  });

  test('ids have no leading underscores and digits', () => {
    const odd = viewOf(formOf([{ name: 'a' }], { 'x-form-name': '_1contact' }));
    expect([odd.vars.id, odd.vars.full_name]).toEqual(['contact', '_1contact']);
  });
});

describe('Nodes', () => {
  test('the root has its vars, and never a value', () => {
    const vars = varsOf('contact', ['form', 'contact'], {
      full_name: 'contact',
      id: 'contact',
      unique_block_prefix: '_contact',
      block_prefixes: ['form', 'contact', '_contact'],
      action: ACTION,
      api_disabled: false,
      realtime_validate_disabled: false,
    });
    expect(viewOf(formOf([]))).toEqual(node(vars));
  });

  test('options that a definition sets are rendered, options that it does not set are omitted', () => {
    const tree = viewOf(
      formOf(
        [
          {
            name: 'email',
            label: 'Your email',
            label_attr: { class: 'big' },
            help: 'We do not share it.',
            attr: { autocomplete: 'email' },
            required: false,
            disabled: true,
            block_prefix: 'mine',
          },
          { name: 'note', label: false },
        ],
        {
          attr: { novalidate: 'novalidate' },
          post_app_proxy: '/proxy',
          api_disabled: true,
          realtime_validate_disabled: true,
          action: '/elsewhere',
        },
      ),
    );
    expect(tree.vars).toMatchObject({
      attr: { novalidate: 'novalidate' },
      post_app_proxy: '/proxy',
      api_disabled: true,
      realtime_validate_disabled: true,
      action: '/elsewhere',
    });
    expect(nodeAt(tree, 'email').vars).toEqual(
      varsOf('email', ['form', 'text', 'mine'], {
        label: 'Your email',
        label_attr: { class: 'big' },
        help: 'We do not share it.',
        attr: { autocomplete: 'email' },
        required: false,
        disabled: true,
        value: '',
      }),
    );
    expect(nodeAt(tree, 'note').vars.label).toBe(false);
  });

  test('children are a list in the order of declaration, higher priority first', () => {
    const { children } = viewOf(
      formOf([{ name: 'a' }, { name: 'b', priority: 5 }, { name: 'c', priority: -1 }, { name: 'd' }]),
    );
    expect(children.map(({ vars }) => vars.name)).toEqual(['b', 'a', 'd', 'c']);
  });
});
