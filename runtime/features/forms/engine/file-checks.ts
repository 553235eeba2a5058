import { constraintOptions } from '../../../kernel/contract/constraints.js';
import type { FormConstraint } from '../../../kernel/contract/forms.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { RASTER_TYPES } from '../../../kernel/util/raster-types.js';
import { readGroups, type CompiledConstraints } from '../../../kernel/validation/constraint-notation.js';
import { file, image, type FileValue } from '../../../kernel/validation/constraints/files.js';
import { SubmittedFile } from './compiled-form.js';

/**
 * `File` and `Image` constraints, which look at the facts of a file: of one, or of each of several, where they may stand in
 * `All` too. Undefined when a field has none.
 */
export function compileFileChecks(constraints: readonly FormConstraint[]): CompiledConstraints | undefined {
  const checks = fileChecksIn(constraints, ['Default']);
  if (checks.length === 0) return undefined;
  return ({ violations, path, value }, { groups }) => {
    const files = (Array.isArray(value) ? value : [value]).filter((one) => one instanceof SubmittedFile);
    for (const { rule, groups: own, options } of checks) {
      if (!own.some((group) => groups.has(group))) continue;
      for (const one of files) rule({ violations, path, value: fileValue(one) }, options);
    }
  };
}

interface FileCheck {
  readonly rule: typeof file | typeof image;
  readonly options: JsonObject;
  readonly groups: readonly string[];
}

function fileChecksIn(
  constraints: readonly FormConstraint[],
  outerGroups: readonly string[],
): readonly FileCheck[] {
  return constraints.flatMap((constraint) =>
    Object.entries(constraint).flatMap(([name, written]): readonly FileCheck[] => {
      const options = constraintOptions(name, written);
      const groups = readGroups(options) ?? outerGroups;
      // Checked against the catalogue when the definition was read: a list of constraints.
      if (name === 'All')
        return fileChecksIn((options.constraints ?? []) as readonly FormConstraint[], groups);
      if (name !== 'File' && name !== 'Image') return [];
      return [{ rule: name === 'File' ? file : image, options, groups }];
    }),
  );
}

function fileValue({ facts }: SubmittedFile): FileValue {
  const { name, mediaType, size, width = null, height = null } = facts;
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  const isBroken = RASTER_TYPES.has(mediaType) && width === null;
  return { size, mediaType, name, extension, width, height, isBroken };
}
