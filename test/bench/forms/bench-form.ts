import type { SubmittedValue } from 'cms-api-components/internal/features/forms/engine/compiled-form.js';
import type {
  FormDefinition,
  FormFieldDefinition,
} from 'cms-api-components/internal/extension-points/forms/form-definition.js';

/** Fields that users fill in, repeated. */
const SOME_FIELDS: readonly (readonly [Omit<FormFieldDefinition, 'name'>, SubmittedValue])[] = [
  [{ type: 'text', label: 'Name', constraints: [{ NotBlank: {} }, { Length: { max: 80 } }] }, 'Ada Lovelace'],
  [{ type: 'email', constraints: [{ NotBlank: {} }, { Email: {} }] }, 'ada@example.com'],
  [
    { type: 'textarea', help: 'In your words.', constraints: [{ Length: { max: 5000 } }] },
    'Some words. '.repeat(20),
  ],
  [{ type: 'integer', constraints: [{ Range: { min: 0, max: 150 } }] }, 36],
  [{ type: 'money', divisor: 100, constraints: [{ Positive: {} }] }, '12.34'],
  [{ type: 'date', widget: 'single_text', constraints: [{ NotBlank: {} }] }, '2026-11-23'],
  [{ type: 'url', default_protocol: 'https', constraints: [{ Url: {} }] }, 'https://example.com/path'],
  [{ type: 'checkbox', constraints: [{ IsTrue: {} }] }, true],
  [{ type: 'choice', choices: choices(20), required: false }, 'value-7'],
  [{ type: 'choice', choices: choices(5), multiple: true, expanded: true }, ['value-1', 'value-4']],
];

export const FIELD_COUNT = 50;

const FIELDS = Array.from({ length: FIELD_COUNT }, (_, index) => {
  const [field, value] = SOME_FIELDS[index % SOME_FIELDS.length] ?? [{}, null];
  return { name: `field${index}`, field, value };
});

/** A form with `FIELD_COUNT` fields. */
export const BENCH_FORM: FormDefinition = {
  name: 'BenchType',
  fields: FIELDS.map(({ name, field }) => ({ name, ...field })),
};

/** A valid full submission of it. */
export const BENCH_BODY: Readonly<Record<string, SubmittedValue>> = {
  bench: Object.fromEntries(FIELDS.map(({ name, value }) => [name, value])),
};

/** Another form type of the same service. */
export const CROWDED_FORM: FormDefinition = {
  name: 'CrowdedType',
  fields: [{ name: 'many', type: 'choice', choices: choices(1000) }],
};

function choices(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`Label ${index}`, `value-${index}`]),
  );
}
