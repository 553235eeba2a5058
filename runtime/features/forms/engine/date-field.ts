import { submitChildren } from './compound-field.js';
import { choiceAmong } from './choice-field.js';
import type { FieldScope } from './field-scope.js';
import { beginNode, createNode, refuse, type Node, type NodeBehaviour, type NodePlan } from './node.js';
import { textField } from './text-field.js';
import { NOT_CONVERTIBLE } from './values/conversion.js';
import { createDateParts } from './values/date-parts.js';

/** A date, time, week or interval: one text, or with another `widget` a field for each of its parts. */
export function dateField(scope: FieldScope): NodeBehaviour {
  const { type, field } = scope;
  const { widget = 'single_text' } = field;
  return widget === 'single_text' ? textField(type, field) : dateInParts(scope);
}

function dateInParts({ type, field, settings, plan }: FieldScope): NodeBehaviour {
  const { parts, toView, toData } = createDateParts(type, field);
  const isTyped = field.widget === 'text' || field.widget === 'integer';
  const plans = parts.map(({ name, choices, placeholder = false }): NodePlan => {
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
  return {
    begin(node, initial) {
      node.data = initial;
      const texts = toView(initial);
      node.children = plans.map((part) => beginNode(createNode(part, node), texts[part.name] ?? ''));
    },
    submit(node, sent, extent) {
      const isObject = submitChildren(node, sent, extent);
      const data = toData(textsOf(node));
      const isKnown = node.children.every(({ isConverted }) => isConverted);
      if (!isObject || !isKnown || data === NOT_CONVERTIBLE) return refuse(node);
      node.data = data;
    },
    value: textsOf,
  };
}

function textsOf({ children }: Node): Readonly<Record<string, string>> {
  // Parts are fields of one text, and show null when they were sent none.
  return Object.fromEntries(children.map(({ name, shown }) => [name, (shown ?? '') as string]));
}
