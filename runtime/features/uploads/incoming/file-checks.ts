import type { RequestContext } from '../../../kernel/contract/context.js';
import type { EvaluatedState, StateCheck } from '../../../kernel/contract/records/writes.js';
import type { ResourceDescriptor, UploadField } from '../../../kernel/contract/schema/resource.js';
import { compileFileRules, type FileRules } from '../../../kernel/validation/file-rules.js';
import type { FileValue } from '../../../kernel/validation/constraints/files.js';
import type { FileFacts } from './file-facts.js';
import type { StoredFile } from '../storage/stored-file.js';
import { type HeldFile, heldFiles, isUploadable } from './upload-fields.js';

type Uploadable = Pick<ResourceDescriptor, 'fields' | 'publishable'>;

export interface FileChecks extends StateCheck {
  /**
   * Describes stored files that publishing will validate and that have no info row yet, before the transaction. No
   * statement for types whose files have no publication rules.
   */
  describe(
    resource: Uploadable,
    values: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ): Promise<void>;
}

/**
 * Creates the `File` and `Image` constraints (components.md section 4.7). A sent file is validated in every group of
 * the write. A stored one is validated only by the publication rules, when those apply.
 */
export function createFileChecks({ facts }: { readonly facts: FileFacts }): FileChecks {
  const compiled = new WeakMap<UploadField, FileRules>();
  const rulesOf = (field: UploadField): FileRules => {
    let rules = compiled.get(field);
    if (rules === undefined) compiled.set(field, (rules = compileFileRules(field.constraints)));
    return rules;
  };
  const evaluate = (
    { violations }: EvaluatedState,
    field: UploadField,
    { value, groups }: { readonly value: FileValue; readonly groups: ReadonlySet<string> },
  ): void => rulesOf(field).check({ violations, path: field.name, files: [value] }, groups);

  return {
    appliesTo: isUploadable,
    async check(states, scope) {
      const { session } = scope;
      const stored = [];
      for (const state of states) {
        for (const { field, path } of heldFiles(state.resource, state.values)) {
          if (isReported(state, field)) continue;
          const file = state.sent.has(field.name) ? facts.accepted(session, path) : undefined;
          if (file !== undefined) evaluate(state, field, { value: file.value, groups: state.groups });
          else
            stored.push({
              state,
              field,
              path,
              groups: publicationGroups(state.resource, rulesOf(field), state.groups),
            });
        }
      }
      const evaluated = stored.filter(({ groups }) => groups.size > 0);
      if (evaluated.length === 0) return;
      const values = await facts.read(scope, evaluated.map(storedFile));
      for (const { state, field, path, groups } of evaluated) {
        const value = values.get(path);
        if (value !== undefined) evaluate(state, field, { value, groups });
      }
    },

    async describe(resource, values, context) {
      const files = heldFiles(resource, values).filter(
        ({ field }) => publicationGroups(resource, rulesOf(field)).size > 0,
      );
      if (files.length > 0) await facts.look(files.map(storedFile), context);
    },
  };
}

const storedFile = ({ field: { adapter }, path }: HeldFile): StoredFile => ({ adapter, path });

/** Returns the publication groups that the field has rules in, among the active ones. */
function publicationGroups(
  { publishable }: Uploadable,
  rules: FileRules,
  applying?: ReadonlySet<string>,
): ReadonlySet<string> {
  const groups = (publishable?.validationGroups ?? []).filter((group) => rules.groups.has(group));
  return new Set(applying === undefined ? groups : groups.filter((group) => applying.has(group)));
}

/** Returns whether a violation for the unreadable value was already reported. */
function isReported({ violations }: EvaluatedState, { name }: UploadField): boolean {
  return violations.items.some(({ propertyPath }) => propertyPath === name);
}
