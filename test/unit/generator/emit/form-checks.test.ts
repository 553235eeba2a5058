import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manifest as sample } from '../../../../generated/manifest.js';
import { buildForms } from '../../../../generator/model/build-forms.js';
import type { FormDefinition } from '../../../../generator/schema/definition.js';
import type { FormConstraint, FormFieldDefinition } from '../../../../runtime/kernel/contract/forms.js';
import type { ManifestForm } from '../../../../runtime/kernel/contract/manifest.js';
import { compileForm } from '../../../../runtime/features/forms/engine/compile-form.js';
import { compileConstraints } from '../../../../runtime/kernel/validation/constraint-notation.js';
import { createViolationList } from '../../../../runtime/kernel/validation/violation-list.js';
import { manifest as rich } from '../../../golden/rich/expected/manifest.js';

const FORMS = [...sample.forms, ...rich.forms];

/** Constraints by node, read from the definitions by a walk of its own: field by field, along the names of a path. */
function constraintsAt(
  form: FormDefinition,
  path: string,
  find: (type: string) => FormDefinition | undefined,
): readonly FormConstraint[] {
  let node: Partial<FormFieldDefinition> = { ...form, name: form.name };
  const expand = (field: Partial<FormFieldDefinition>): Partial<FormFieldDefinition> => {
    const nested = find(field.type ?? '');
    if (nested === undefined) return field;
    const constraints = [...(nested.constraints ?? []), ...(field.constraints ?? [])];
    return { ...field, type: 'form', fields: nested.fields, constraints };
  };
  for (const name of path === '' ? [] : path.split('.')) {
    const {
      type,
      entry_type: entry = 'text',
      fields = [],
      options,
      first_options,
      second_options,
    }: typeof node = node;
    if (type === 'collection') node = { type: entry, ...node.entry_options };
    else if (type === 'repeated')
      node = {
        type: entry,
        ...options,
        ...(name === (node.first_name ?? 'first') ? first_options : second_options),
      };
    else node = fields.find((field) => field.name === name) ?? {};
    node = expand(node);
  }
  return node.constraints ?? [];
}

const cases = FORMS.flatMap(({ definition, checks = {} }) =>
  Object.entries(checks).map(([path, check]) => ({
    title: `${definition.name} at "${path}"`,
    check,
    compiled: compileConstraints(
      constraintsAt(
        definition,
        path,
        (type) => FORMS.find((one) => one.definition.name === type)?.definition,
      ),
    ),
  })),
);

/** Values as fields give them, and others. */
const value = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'a',
    'x',
    'ab',
    'question',
    true,
    false,
    0,
    17,
    18,
    99.5,
    'a@b.com',
    '+49 30',
    '2026-02-30',
  ),
  fc.string(),
  fc.double(),
  fc.array(fc.oneof(fc.constantFrom(null, '', 'a', 'design'), fc.string()), { maxLength: 5 }),
  fc.record({ city: fc.option(fc.string()), street: fc.option(fc.string()) }, { requiredKeys: [] }),
  fc.jsonValue(),
);

const context = fc.record({
  groups: fc.subarray(['Default', 'strict', 'other']).map((groups) => new Set(groups)),
  this: fc.record({ city: fc.constantFrom(null, 'x', 'Rome'), email: fc.string(), phone: fc.string() }),
  isGranted: fc.constant(() => false),
});

describe('generated checks of form types', () => {
  test.each(cases)('say what the constraints of the definition say: $title', ({ title, check, compiled }) => {
    // A field of several files holds a list, whatever was sent.
    const values = title.includes('"files"') ? fc.array(value) : value;
    fc.assert(
      fc.property(values, context, (given, around) => {
        const [expected, found] = [createViolationList(), createViolationList()];
        compiled({ violations: expected, path: '', value: given }, around);
        check({ violations: found, path: '', value: given }, around);
        expect(found.items).toEqual(expected.items);
      }),
    );
  });

  test('hold every node that has constraints', () => {
    const authored = (file: string): FormDefinition =>
      JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')) as FormDefinition;
    const definitions = [
      authored('golden/rich/schemas/forms/ContactType.json'),
      authored('golden/rich/schemas/forms/AddressType.json'),
    ];
    const files = definitions.map((definition) => ({
      definition,
      source: { kind: 'form' as const, file: '', path: '', text: '', document: definition },
    }));
    const [contact] = buildForms(files);
    expect(contact?.checks.map(({ path }) => path)).toEqual([
      ...['', 'email', 'phone', 'age', 'topic', 'tags', 'terms', 'files', 'address.zip-code', 'address.city'],
      ...['second', 'second.street', 'second.city', 'others', 'others.*', 'others.*.street', 'others.*.city'],
      ...['words', 'words.*', 'secret', 'secret.first', 'day'],
    ]);
  });
});

/** A submission by way of the checks, and one by way of the constraints. */
function messagesOf(form: ManifestForm, sent: Record<string, unknown>, usesChecks: boolean): unknown {
  const definitions = {
    get: (name: string) => FORMS.find(({ definition }) => definition.name === name)?.definition,
  };
  const compiled = compileForm(form.definition, {
    definitions,
    ...(usesChecks && form.checks !== undefined ? { checks: form.checks } : {}),
  });
  const submission = compiled.submit(JSON.parse(JSON.stringify({ [compiled.rootName]: sent })), {
    extent: 'whole',
    shown: { action: '/submit' },
    context: { groups: new Set(['Default']), isGranted: () => false },
  });
  return submission.view();
}

describe('a form that is given its generated checks', () => {
  test.each(FORMS)('$definition.name answers submissions as one that is not', (form) => {
    const names = form.definition.fields.map(({ name }) => name);
    const sent = fc.dictionary(fc.constantFrom(...names), fc.oneof(value, fc.array(value, { maxLength: 3 })));
    fc.assert(
      fc.property(sent, (body) => {
        expect(messagesOf(form, body, true)).toEqual(messagesOf(form, body, false));
      }),
    );
  });
});
