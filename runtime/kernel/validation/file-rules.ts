import { constraintOptions } from '../contract/schema/constraints.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import { objectOf } from '../util/json-object.js';
import { readGroups } from './constraint-notation.js';
import { file, image, type FileValue } from './constraints/files.js';
import type { Place } from './constraints/report.js';

/** Compiled `File` and `Image` constraints of a list, which check file metadata instead of values. */
export interface FileRules {
  /** All groups of these constraints. */
  readonly groups: ReadonlySet<string>;
  /** Runs the constraints of the given groups on each file. */
  check(place: Place & { readonly files: readonly FileValue[] }, groups: ReadonlySet<string>): void;
}

interface FileRule {
  readonly rule: typeof file | typeof image;
  readonly options: JsonObject;
  readonly groups: readonly string[];
}

/**
 * Compiles the constraints from the notation of components.md section 11.5. Those in `All` apply if the field
 * may hold several files, such as a form field; an upload field holds one.
 */
export function compileFileRules(
  constraints: readonly JsonValue[],
  { inAll = false }: { readonly inAll?: boolean } = {},
): FileRules {
  const rules = fileRulesIn(constraints, { inAll, outerGroups: ['Default'] });
  return {
    groups: new Set(rules.flatMap(({ groups }) => groups)),
    check({ files, ...place }, groups) {
      for (const { rule, options, groups: own } of rules)
        if (own.some((group) => groups.has(group)))
          for (const value of files) rule({ ...place, value }, options);
    },
  };
}

function fileRulesIn(
  constraints: readonly JsonValue[],
  { inAll, outerGroups }: { readonly inAll: boolean; readonly outerGroups: readonly string[] },
): readonly FileRule[] {
  return constraints.flatMap((constraint) =>
    Object.entries(objectOf(constraint)).flatMap(([name, written]): readonly FileRule[] => {
      const options = constraintOptions(name, written);
      const groups = readGroups(options) ?? outerGroups;
      // Checked against the catalogue when the definition was read, so it is a list of constraints.
      const inner = (options.constraints ?? []) as readonly JsonValue[];
      if (name === 'All' && inAll) return fileRulesIn(inner, { inAll, outerGroups: groups });
      if (name !== 'File' && name !== 'Image') return [];
      return [{ rule: name === 'File' ? file : image, options, groups }];
    }),
  );
}
