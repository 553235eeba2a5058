import { isDeepStrictEqual } from 'node:util';
import type { FormFieldDefinition } from '../../../kernel/contract/forms.js';
import { submitChildren } from './compound-field.js';
import type { FieldScope } from './field-scope.js';
import { beginNode, createNode, echoNode, isEmptyValue, refuse, type NodeBehaviour } from './node.js';

/** A value that is typed twice; whatever is wrong with it is said at the first half (components.md section 5.5). */
export function repeatedField({ field, settings, plan }: FieldScope): NodeBehaviour {
  const halves = halvesOf(field).map((half) =>
    plan({ error_bubbling: settings.isBubbling, ...half, required: settings.isRequired }),
  );
  return {
    begin(node, initial) {
      node.data = initial;
      node.children = halves.map((half) => beginNode(createNode(half, node), initial));
    },
    submit(node, sent, extent) {
      const isObject = submitChildren(node, sent, extent);
      const [first, second] = node.children.map(({ data }) => (isEmptyValue(data) ? null : data));
      const isSame = isDeepStrictEqual(first, second);
      if (!isObject || !isSame || node.children.some(({ isConverted }) => !isConverted)) return refuse(node);
      node.data = first;
    },
    value: ({ children }) => Object.fromEntries(children.map((half) => [half.name, echoNode(half)])),
    // Shown once, as the data holds it once.
    echo: ({ children: [first] }) => (first === undefined ? null : echoNode(first)),
    errorsAt: (node) => node.children[0] ?? node,
  };
}

function halvesOf(field: FormFieldDefinition): readonly FormFieldDefinition[] {
  const { entry_type: type, options, first_options: first, second_options: second } = field;
  const { first_name: firstName = 'first', second_name: secondName = 'second' } = field;
  const shared = { ...(type === undefined ? {} : { type }), ...options };
  return [
    { ...shared, ...first, name: firstName },
    { ...shared, ...second, name: secondName },
  ];
}
