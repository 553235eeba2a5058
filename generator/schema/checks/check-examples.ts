import type { ResourceDefinition } from '../definition.js';
import { allFields, type CheckContext, type CheckedFile } from '../schema-set.js';
import { didYouMean } from '../../../runtime/kernel/util/suggest.js';
import { platformMembers } from './owners.js';

/** The bodies that a type states as examples name members that it has, and all that it requires. */
export function checkExamples(context: CheckContext): void {
  for (const file of context.resources) {
    file.definition.examples?.forEach((example, index) => {
      if (typeof example !== 'object' || example === null) return; // reported by the meta-schema
      checkExample(context, file, { example, index });
    });
  }
}

interface PlacedExample {
  readonly example: object;
  readonly index: number;
}

function checkExample(
  { byTitle }: CheckContext,
  file: CheckedFile<ResourceDefinition>,
  { example, index }: PlacedExample,
): void {
  const { definition, place } = file;
  const fields = allFields(file, byTitle);
  const known = [...fields.keys(), 'id', ...platformMembers(definition).map(({ name }) => name)];
  const here = place.below('examples', index);
  for (const name of Object.keys(example)) {
    if (!known.includes(name))
      here
        .below(name)
        .report(`${definition.title} has no field ${JSON.stringify(name)}.`, didYouMean(name, known));
    else if (fields.get(name)?.readOnly === true)
      here.below(name).report(`${JSON.stringify(name)} is read-only, so no body has it.`, 'Remove it.');
  }
  for (const name of definition.required ?? []) {
    if (!(name in example) && fields.get(name)?.default === undefined)
      here.report(`The example lacks ${JSON.stringify(name)}, which is required.`, 'Add it.');
  }
}
