import { submitChildren } from './compound-field.js';
import { choiceAmong } from './choice-field.js';
import type { FieldScope } from './field-scope.js';
import { beginNode, createNode, refuse, type Node, type NodeBehaviour, type NodePlan } from './node.js';
import { textField } from './text-field.js';
import { NOT_CONVERTIBLE } from './values/conversion.js';
import { conversionOf } from './values/conversions.js';
import { createDateParts, followsYear, type DateParts } from './values/date-parts.js';

/** Creates a date, time, week or interval field: a single text, or with another `widget` one field per part. */
export function dateField(scope: FieldScope): NodeBehaviour {
  const { type, field } = scope;
  const { widget = 'single_text' } = field;
  return widget === 'single_text'
    ? textField(field, { conversion: conversionOf(type, field) })
    : dateInParts(scope);
}

function dateInParts(scope: FieldScope): NodeBehaviour {
  const partsAt = perYear(scope, (now) => planParts(scope, now));
  return {
    begin(node, initial) {
      const { plans, toView } = partsAt(node.now);
      node.data = initial;
      const texts = toView(initial);
      node.children = plans.map((part) => beginNode(createNode(part, node), texts[part.name] ?? ''));
    },
    submit(node, sent, extent) {
      const isObject = submitChildren(node, sent, extent);
      const data = partsAt(node.now).toData(textsOf(node));
      const isKnown = node.children.every(({ isConverted }) => isConverted);
      if (!isObject || !isKnown || data === NOT_CONVERTIBLE) return refuse(node);
      node.data = data;
    },
    value: textsOf,
  };
}

interface PlannedParts extends DateParts {
  readonly plans: readonly NodePlan[];
}

function planParts({ type, field, settings, plan }: FieldScope, now: Date): PlannedParts {
  const dateParts = createDateParts(type, field, now);
  const isTyped = field.widget === 'text' || field.widget === 'integer';
  const plans = dateParts.parts.map(({ name, choices, placeholder = false }): NodePlan => {
    const part = {
      name,
      type: isTyped ? 'text' : 'choice',
      required: settings.isRequired,
      invalid_message: settings.invalidMessage,
      error_bubbling: true,
      placeholder,
    };
    const planned = plan(part);
    return isTyped ? planned : { ...planned, behaviour: choiceAmong(choices, part) };
  });
  return { ...dateParts, plans };
}

/** Caches a value per year. Services run over New Year, so the first request of a year recomputes it. */
function perYear<Made>({ type, field }: FieldScope, make: (now: Date) => Made): (now: Date) => Made {
  const start = new Date();
  let made = { year: start.getUTCFullYear(), value: make(start) };
  if (!followsYear(type, field)) return () => made.value;
  return (now) => {
    const year = now.getUTCFullYear();
    if (year !== made.year) made = { year, value: make(now) };
    return made.value;
  };
}

function textsOf({ children }: Node): Readonly<Record<string, string>> {
  // Parts are text fields, and null if nothing was sent.
  return Object.fromEntries(children.map(({ name, shown }) => [name, (shown ?? '') as string]));
}
