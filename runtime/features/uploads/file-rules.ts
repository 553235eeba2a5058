import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { UploadField } from '../../kernel/contract/resource.js';
import type { ViolationList } from '../../kernel/contract/validation.js';
import type { FileOptions, FileValue, ImageOptions } from '../../kernel/validation/constraints/files.js';
import { file, image } from '../../kernel/validation/constraints/files.js';
import { objectOf } from '../../kernel/util/json-object.js';

/** Runs the `File` and `Image` constraints of an upload field that are in one of the groups. */
export type FileRules = (violations: ViolationList, value: FileValue, groups: ReadonlySet<string>) => void;

interface FileRule {
  readonly groups: readonly string[];
  readonly check: (violations: ViolationList, value: FileValue) => void;
}

/** Makes the constraints of a field ready to run; other constraints say nothing about files. */
export function compileFileRules(field: UploadField): FileRules {
  const rules = constraintsOf(field).flatMap(([constraint, options]) =>
    compileRule(field.name, constraint, options),
  );
  return (violations, value, groups) => {
    for (const rule of rules) {
      if (rule.groups.some((group) => groups.has(group))) rule.check(violations, value);
    }
  };
}

/** Every group that a constraint of the field is in. */
export function fileRuleGroups(field: UploadField): ReadonlySet<string> {
  return new Set(constraintsOf(field).flatMap(([, options]) => groupsOf(options.groups)));
}

function constraintsOf({ constraints }: UploadField): readonly (readonly [name: string, JsonObject])[] {
  return constraints.flatMap((entry) =>
    Object.entries(objectOf(entry)).map(([name, options]) => [name, objectOf(options)] as const),
  );
}

function compileRule(path: string, constraint: string, options: JsonObject): readonly FileRule[] {
  const groups = groupsOf(options.groups);
  // Authored options were checked against the catalogue when the schema was read.
  if (constraint === 'File') {
    return [
      { groups, check: (violations, value) => file({ violations, path, value }, options as FileOptions) },
    ];
  }
  if (constraint === 'Image') {
    return [
      { groups, check: (violations, value) => image({ violations, path, value }, options as ImageOptions) },
    ];
  }
  return [];
}

function groupsOf(groups: JsonValue | undefined): readonly string[] {
  if (typeof groups === 'string') return [groups];
  return Array.isArray(groups) ? groups.map(String) : ['Default'];
}
