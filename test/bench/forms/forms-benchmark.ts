import { compileForm } from 'cms-api-components/internal/features/forms/engine/compile-form.js';
import type { CompiledForm } from 'cms-api-components/internal/features/forms/engine/compiled-form.js';
import type { FormDefinition } from 'cms-api-components/internal/extension-points/forms/form-definition.js';
import { median, type Row } from '../report/row.js';
import { BENCH_BODY, BENCH_FORM, CROWDED_FORM, FIELD_COUNT } from './bench-form.js';

const ROUNDS = 15;
/** Long enough for a processor clock with a resolution of a millisecond. */
const TIMES = 200;

const SHOWN = { action: 'https://api.example.com/component/forms/1/submit' };
const CONTEXT = { groups: new Set(['Default']), now: new Date(), isGranted: () => false };

const SERVICES: readonly (readonly [string, readonly FormDefinition[]])[] = [
  ['', [BENCH_FORM]],
  [', 1000 choices elsewhere', [BENCH_FORM, CROWDED_FORM]],
];

/** Measures trees and full submissions of a form without HTTP, compared to parsing the same tree from JSON. */
export function measureForms(): Row[] {
  return SERVICES.flatMap(([label, definitions]) => {
    const form = register(definitions);
    const text = JSON.stringify(form.view(SHOWN));
    const bare = (): unknown => JSON.parse(text);
    return [
      rowOf(`form of ${FIELD_COUNT} fields, tree${label}`, () => form.view(SHOWN), bare),
      rowOf(`form of ${FIELD_COUNT} fields, whole submission${label}`, () => submit(form), bare),
    ];
  });
}

/** The first form type of a service, with all types prepared. */
function register(definitions: readonly FormDefinition[]): CompiledForm {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const [form] = definitions.map((definition) => compileForm(definition, { definitions: byName }));
  if (form === undefined) throw new Error('A service without form types');
  if (!submit(form).isValid) throw new Error('The submission that is measured is invalid');
  return form;
}

function submit(form: CompiledForm): { readonly isValid: boolean; readonly view: unknown } {
  const submission = form.submit(BENCH_BODY, { extent: 'whole', shown: SHOWN, context: CONTEXT });
  return { isValid: submission.isValid(), view: submission.view() };
}

function rowOf(name: string, act: () => unknown, bare: () => unknown): Row {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: processorTime(act),
    bare: processorTime(bare),
  }));
  return {
    name,
    unit: 'µs',
    ours: median(rounds.map(({ ours }) => ours)),
    bare: median(rounds.map((round) => round.bare)),
    target: { kind: 'at-most', value: 1000 },
  };
}

/** Duration of one run in microseconds. */
function processorTime(act: () => unknown): number {
  const before = process.cpuUsage();
  for (let times = 0; times < TIMES; times += 1) act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TIMES;
}
