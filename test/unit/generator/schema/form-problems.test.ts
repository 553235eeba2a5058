import { describe, expect, test } from 'vitest';
import {
  component,
  type Document,
  expectProblem,
  one,
  pageData,
  problemsOf,
  type ProblemCase,
} from './schema-documents.js';

const form = (fields: readonly Document[], more: Document = {}): Record<string, Document> => ({
  'forms/AskType.json': { name: 'AskType', fields, ...more },
});
const field = (more: Document): Record<string, Document> => form([{ name: 'a', ...more }]);
const choice = (choices: unknown, more: Document = {}): Record<string, Document> =>
  field({ type: 'choice', choices, ...more });
const ASK = 'forms/AskType.json#';
const A = `${ASK}/fields/0`;

/** The change, and the path, message and hint of its only problem. */
type Rows = readonly (readonly [string, Record<string, Document>, string, string, string])[];

// prettier-ignore
const OF_FIELDS: Rows = [
  ['keyword of another type', field({ choices: { A: 'a' } }), `${A}/choices`, '"choices" means nothing for the type "text".', 'change the type to "choice" or "enum"'],
  ['constraint of a button', field({ type: 'submit', constraints: [] }), `${A}/constraints`, 'means nothing for the type "submit"', 'Remove it'],
  ['keyword that nothing does', field({ row_attr: {} }), `${A}/row_attr`, 'Unknown keyword "row_attr".', 'attr'],
  ['field of stored records', field({ type: 'entity' }), `${A}/type`, 'would choose among stored records', 'Write the choices down'],
  ['unknown type', field({ type: 'emial' }), `${A}/type`, 'Unknown field type "emial".', 'Did you mean "email"?'],
  ['form in place without fields', field({ type: 'form' }), A, 'A form in place has fields.', 'Add "fields"'],
  ['fields of a named form', { ...field({ type: 'OtherType', fields: [] }), 'forms/OtherType.json': { name: 'OtherType', fields: [] } }, `${A}/fields`, 'means nothing for the type "OtherType"', 'Remove it'],
  ['two fields of one name', form([{ name: 'a' }, { name: 'a' }]), `${ASK}/fields/1/name`, 'two fields named "a"', 'Rename'],
  ['two fields of one value', form([{ name: 'a' }, { name: 'b', property_path: 'a' }]), `${ASK}/fields/1/property_path`, 'Two fields give the value "a"', '"mapped": false'],
  ['path into a value', field({ property_path: 'address.city' }), `${A}/property_path`, 'is no name of a value', 'Write one name'],
  ['path of no value', field({ property_path: 'b', mapped: false }), `${A}/property_path`, 'not part of the submitted data', 'Remove'],
  ['initial value of another kind', field({ type: 'checkbox', data: 'yes' }), `${A}/data`, 'not a value of a field of the type "checkbox"', 'Write true or false.'],
  ['initial file', field({ type: 'file', data: 'a.pdf' }), `${A}/data`, 'not a value of a field of the type "file"', 'comes with a submission'],
  ['stand-in of another kind', field({ type: 'integer', empty_data: [] }), `${A}/empty_data`, 'not a value of a field of the type "integer"', 'Write a number'],
  ['years of a text', field({ type: 'date', years: [2026] }), `${A}/years`, 'no effect on a date that is entered as one text', 'Add "widget": "choice"'],
  ['seconds without minutes', field({ type: 'time', widget: 'choice', with_minutes: false, with_seconds: true }), `${A}/with_seconds`, 'Seconds need minutes', 'Remove'],
  ['unknown way of rounding', field({ type: 'integer', rounding_mode: 'hafup' }), `${A}/rounding_mode`, 'not a known value', 'Did you mean "halfup"?'],
  ['nested problem', field({ type: 'form', fields: [{ name: 'b', type: 'txet' }] }), `${A}/fields/0/type`, 'Unknown field type "txet".', 'Did you mean "text"?'],
];

// prettier-ignore
const OF_CHOICES: Rows = [
  ['no choices', field({ type: 'choice' }), A, 'needs choices', 'Add "choices"'],
  ['empty choices', choice({}), `${A}/choices`, 'nothing to choose', 'at least one'],
  ['value twice', choice({ A: 'x', B: 'x' }), `${A}/choices/B`, 'Two choices have the value "x"', 'a value of its own'],
  ['values written alike', choice([1, '1']), `${A}/choices/1`, 'Two choices have the value "1"', 'a value of its own'],
  ['value twice in groups', choice({ G: { A: 'x' }, H: { A: 'x' } }), `${A}/choices/H/A`, 'Two choices have the value "x"', 'a value of its own'],
  ['list in a list', choice([['a']]), `${A}/choices/0`, 'A list inside a list', 'Write {'],
  ['member of no choice', choice([{ label: 'A', valeu: 'a' }]), `${A}/choices/0/valeu`, 'A choice has no member "valeu".', 'Write {'],
  ['value and choices', choice([{ label: 'A', value: 'a', choices: {} }]), `${A}/choices/0`, 'a group of them "choices"', 'Write {'],
  ['object as a value', choice([{ label: 'A', value: { b: 1 } }]), `${A}/choices/0/value`, 'is a text, a number', 'Write {'],
  ['unknown preferred choice', choice({ A: 'first' }, { preferred_choices: ['fist'] }), `${A}/preferred_choices/0`, 'No choice has the value "fist".', 'Did you mean "first"?'],
  ['attributes of no choice', choice({ Label: 'a' }, { choice_attr: { Labl: {} } }), `${A}/choice_attr/Labl`, 'No choice has the label "Labl".', 'Did you mean "Label"?'],
  ['initial value of no choice', choice({ A: 'first' }, { data: 'other' }), `${A}/data`, 'No choice has the value "other".', 'first'],
  ['placeholder of several', choice({ A: 'a' }, { multiple: true, placeholder: 'Choose' }), `${A}/placeholder`, 'shows no placeholder', 'Remove'],
];

// prettier-ignore
const OF_COMPOUNDS: Rows = [
  ['collection of nothing', field({ type: 'collection' }), A, 'needs the type of its entries', 'Add "entry_type"'],
  ['collection of buttons', field({ type: 'collection', entry_type: 'submit' }), `${A}/entry_type`, 'A button has no value', 'another type'],
  ['unknown entries', field({ type: 'collection', entry_type: 'txet' }), `${A}/entry_type`, 'Unknown field type "txet".', 'Did you mean "text"?'],
  ['name of an entry', field({ type: 'collection', entry_type: 'text', entry_options: { name: 'b' } }), `${A}/entry_options/name`, 'said by the field around', 'Remove it.'],
  ['type of an entry', field({ type: 'collection', entry_type: 'text', entry_options: { type: 'email' } }), `${A}/entry_options/type`, 'said by the field around', '"entry_type"'],
  ['keyword of an entry', field({ type: 'collection', entry_type: 'text', entry_options: { multiple: true } }), `${A}/entry_options/multiple`, 'means nothing for the type "text"', 'Remove it'],
  ['prototype of no new entries', field({ type: 'collection', entry_type: 'text', prototype_name: '__i__' }), `${A}/prototype_name`, 'no effect where no entries may be added', '"allow_add"'],
  ['halves of one name', field({ type: 'repeated', first_name: 'x', second_name: 'x' }), `${A}/second_name`, 'Both halves have the same name.', 'name of its own'],
  ['half of another type', field({ type: 'repeated', entry_type: 'password', first_options: { rounding_mode: 1 } }), `${A}/first_options/rounding_mode`, 'means nothing for the type "password"', 'Remove it'],
  ['file twice', field({ type: 'repeated', entry_type: 'file' }), `${A}/entry_type`, 'cannot be filled in twice', 'password'],
  ['form within itself', field({ type: 'AskType' }), `${A}/type`, 'AskType contains itself: AskType > AskType.', 'A form has an end'],
  ['forms within each other', { ...field({ type: 'collection', entry_type: 'OtherType' }), 'forms/OtherType.json': { name: 'OtherType', fields: [{ name: 'b', type: 'AskType' }] } }, `${A}/entry_type`, 'AskType contains itself: AskType > OtherType > AskType.', 'A form has an end'],
];

// prettier-ignore
const OF_FORMS: Rows = [
  ['token', form([], { csrf_protection: true }), `${ASK}/csrf_protection`, 'no CSRF tokens', 'Write false'],
  ['proxy without a path', form([], { post_app_proxy: 'proxy' }), `${ASK}/post_app_proxy`, 'neither a path nor an address', '"/proxy"'],
  ['effect of a form that is never submitted', form([], { api_disabled: true, persist: 'User' }), `${ASK}/persist`, 'refuses every submission', 'Remove one'],
  ['initial value of another kind', form([{ name: 'a', type: 'integer' }], { data: { a: 'x' } }), `${ASK}/data/a`, 'not a value of a field of the type "integer"', 'Write a number.'],
  ['mail to nobody', form([], { mail: { to: 'me', subject: 'Hi' } }), `${ASK}/mail/to`, '"me" is no mail address', 'somebody@example.com'],
  ['mail about no field', form([{ name: 'title' }], { mail: { to: 'a@b.c', subject: 'On {{ titel }}' } }), `${ASK}/mail/subject`, 'no field "titel"', 'Did you mean "title"?'],
  ['answer to no field', form([{ name: 'email' }], { mail: { to: 'a@b.c', subject: 'Hi', reply_to: 'emial' } }), `${ASK}/mail/reply_to`, 'no field "emial"', 'Did you mean "email"?'],
  ['answer to a box', form([{ name: 'a', type: 'checkbox' }], { mail: { to: 'a@b.c', subject: 'Hi', reply_to: 'a' } }), `${ASK}/mail/reply_to`, 'holds no text', '"email"'],
  ['honeypot that is ticked', form([{ name: 'a', type: 'checkbox' }], { honeypot: 'a' }), `${A}/type`, 'A honeypot is a field that programs fill in', '"type": "text"'],
  ['rules of a honeypot', form([{ name: 'a', constraints: [{ Blank: {} }] }], { honeypot: 'a' }), `${A}/constraints`, 'Violations of a honeypot are never shown.', 'Remove'],
  ['file rule of a text', field({ constraints: [{ File: {} }] }), `${A}/constraints/0/File`, 'File needs a field of the type "file".', 'Change the type'],
  ['file rule of the form', form([], { constraints: [{ Image: {} }] }), `${ASK}/constraints/0/Image`, 'Image needs a field of the type "file".', 'Change the type'],
  ['text rule of a file', field({ type: 'file', constraints: [{ Length: { min: 1 } }] }), `${A}/constraints/0/Length`, "Length can't be used on a field of files.", 'Use File or Image'],
  ['text rule of each file', field({ type: 'file', multiple: true, constraints: [{ All: [{ Email: {} }] }] }), `${A}/constraints/0/All/0/Email`, "Email can't be used on a field of files.", 'Use File or Image'],
  ['unknown rule of an entry', field({ type: 'collection', entry_type: 'text', entry_options: { constraints: [{ Lenght: {} }] } }), `${A}/entry_options/constraints/0/Lenght`, 'Unknown constraint "Lenght".', 'Did you mean "Length"?'],
  ['name of a type', { 'Ask.json': component('Ask'), 'forms/Ask.json': { name: 'Ask', fields: [] } }, 'forms/Ask.json#/name', 'is already used by Ask.json', 'another name'],
  ['class of a type', { 'Box.json': component('Box', { 'x-class': 'App\\Ask' }), ...form([], { 'x-class': '\\App\\Ask' }) }, `${ASK}/x-class`, 'is already used by Box.json', 'different "x-class"'],
  ['name of a built-in form', { 'forms/UserLoginType.json': { name: 'UserLoginType', fields: [] } }, 'forms/UserLoginType.json#/name', 'the name of a built-in form', 'another name'],
  ['name of a built-in type', { 'forms/Page.json': { name: 'Page', fields: [] } }, 'forms/Page.json#/name', 'the name of a built-in type', 'another name'],
  ['client type of the package', { 'forms/FormType.json': { name: 'FormType', fields: [] } }, 'forms/FormType.json#/name', 'would have the same names as those of the package', 'FormView'],
  ['client type of a type', { 'AskData.json': { ...component('AskData'), 'x-resource': 'page_data' }, ...form([]) }, `${ASK}/name`, 'would have the same names as those of AskData.json', 'AskData'],
];

const BOX = one(
  component('Box', {
    'x-security': "is_granted('ROLE_ADMIN')",
    properties: {
      label: { type: 'string' },
      size: { type: 'integer' },
      picture: { type: 'string', 'x-upload': { adapter: 'local' } },
      code: { type: 'string', readOnly: true },
    },
  }),
);
const persisted = (fields: readonly Document[]): Record<string, Document> => ({
  ...BOX,
  ...form(fields, { persist: 'Box' }),
});

// prettier-ignore
const OF_STORED_FORMS: Rows = [
  ['component that anybody reads', { 'Open.json': component('Open'), ...form([], { persist: 'Open' }) }, `${ASK}/persist`, '"x-security" of Open does not state "collection" and "read".', `{ "collection": "is_granted('ROLE_ADMIN')", "read": "is_granted('ROLE_ADMIN')" }`],
  ['component whose list anybody reads', { 'Open.json': component('Open', { 'x-security': { read: 'user != null' } }), ...form([], { persist: { type: 'Open' } }) }, `${ASK}/persist/type`, 'does not state "collection".', 'schemas/Open.json'],
  ['page data that anybody reads', { 'OpenData.json': pageData('OpenData', { 'x-security': { collection: 'user != null' } }), ...form([], { persist: 'OpenData' }) }, `${ASK}/persist`, 'does not state "read".', '"x-resource": "record"'],
  ['unknown type', { ...BOX, ...form([], { persist: { type: 'Bx' } }) }, `${ASK}/persist/type`, '"Bx" is not a stored type.', 'Did you mean "Box"?'],
  ['value of no member', persisted([{ name: 'labl' }]), `${A}/name`, 'Box has no member "labl"', 'Did you mean "label"?'],
  ['value of no member by its path', persisted([{ name: 'label', property_path: 'labl' }]), `${A}/property_path`, 'Box has no member "labl"', 'Did you mean "label"?'],
  ['value of a read-only member', persisted([{ name: 'code' }]), `${A}/name`, '"code" of Box cannot be written', '"mapped": false'],
  ['value of another kind', persisted([{ name: 'size', type: 'text' }]), `${A}/type`, 'Values of the field (string) do not match "size" of Box (int).', 'Change the type'],
  ['choice of another kind', persisted([{ name: 'size', type: 'choice', choices: { S: 's', L: 2 } }]), `${A}/type`, '(string or int)', 'Change the type'],
  ['text in place of a file', persisted([{ name: 'picture' }]), `${A}/type`, 'do not match "picture" of Box (file)', 'Change the type'],
  ['file in place of a text', persisted([{ name: 'label', type: 'file' }]), `${A}/type`, 'Values of the field (file)', 'Change the type'],
];

describe.each([
  ['of fields', OF_FIELDS],
  ['of choices', OF_CHOICES],
  ['of compound fields', OF_COMPOUNDS],
  ['of forms', OF_FORMS],
  ['of forms that are stored', OF_STORED_FORMS],
])('a problem %s', (_what, rows) => {
  test.each(rows)('is reported with its path and a fix: %s', (...row: ProblemCase) => expectProblem(...row));

  test.each(rows)('is the only one: %s', (_name, given, place) => {
    const places = problemsOf(given).map(([where]) => where);
    expect(places.filter((where) => where !== place && !MUTUAL.test(String(where)))).toEqual([]);
  });
});

/** The other one of two mutually nested forms reports it as well. */
const MUTUAL = /OtherType\.json/;

test('a valid form has no problems, with every field type', () => {
  const given = {
    ...BOX,
    'forms/OtherType.json': { name: 'OtherType', fields: [{ name: 'b' }] },
    ...form(
      [
        { name: 'label', constraints: [{ NotBlank: {} }] },
        { name: 'n', type: 'money', scale: 2, divisor: 100, rounding_mode: 'halfup', property_path: 'size' },
        { name: 'picture', type: 'file', constraints: [{ Image: { maxWidth: 10 } }] },
        { name: 'c', type: 'choice', choices: [{ label: 'G', choices: { A: 'a' } }, 'b'], mapped: false },
        { name: 'd', type: 'country', preferred_choices: ['DE'], mapped: false },
        { name: 'e', type: 'collection', entry_type: 'OtherType', allow_add: true, mapped: false },
        {
          name: 'f',
          type: 'repeated',
          entry_type: 'password',
          options: { always_empty: false },
          mapped: false,
        },
        { name: 'g', type: 'date', widget: 'choice', years: [2026], mapped: false },
        { name: 'h', fields: [{ name: 'i', type: 'OtherType' }], mapped: false },
        { name: 'send', type: 'submit', label: 'Send', attr: { class: 'big' } },
      ],
      {
        persist: 'Box',
        honeypot: 'website',
        mail: { to: ['A <a@b.c>'], subject: 'On {{ label }}', reply_to: 'label' },
        on_success: ['thank'],
        minimum_fill_time: 1.5,
        csrf_protection: false,
        data: { label: 'x', 'more than fields': true },
      },
    ),
  };
  expect(problemsOf(given)).toEqual([]);
});
