import type { FormDefinition } from '../../../extension-points/forms/form-definition.js';
import type { FolderFile, SchemaChecks } from '../../../kernel/contract/features/schema-folder.js';
import { constraintEntry, type ConstraintNotation } from '../../../kernel/contract/schema/constraints.js';
import { didYouMean } from '../../../kernel/util/text/suggest.js';
import { kebabCase } from '../../../kernel/util/text/split-words.js';
import { checkForm } from '../notation/check-form.js';
import type { FormPlace } from '../notation/form-place.js';
import { idleConstraints } from '../notation/written-constraints.js';
import { checkPersist } from './check-persist.js';
import { formNames } from './form-model.js';

const ACCOUNT_FORMS = [
  'UserRegisterType',
  'NewEmailAddressType',
  'ChangePasswordType',
  'PasswordUpdateType',
  'UserLoginType',
];

type File = FolderFile<FormDefinition>;

/** Checks that form types have unique names and valid definitions (components.md section 5.9). */
export function checkForms(files: readonly File[], checks: SchemaChecks): void {
  const byName = new Map(files.map(({ definition }) => [definition.name, definition]));
  const surroundings = {
    definitionOf: (type: string) => byName.get(type.slice(type.lastIndexOf('\\') + 1)),
    formTypes: [...byName.keys()],
    suggest: didYouMean,
    checkConstraints: (constraints: readonly ConstraintNotation[], place: FormPlace, isFile: boolean) => {
      checks.checkConstraints(constraints, place);
      checkFileConstraints(constraints, place, isFile);
    },
  };
  for (const file of files) {
    checks.checkFileName(file, 'name', file.definition.name);
    checkForm(file.definition, file.place, surroundings);
    checkPersist(checks, file, surroundings.definitionOf);
    checkHandlers(checks, file);
    for (const { keys } of idleConstraints(file.definition)) {
      file.place
        .below(...keys)
        .report(
          'The constraint has no effect, because forms are validated in the group "Default" only.',
          'Remove "groups", or add "Default" to it.',
        );
    }
  }
  checkNamesOfForms(files, checks);
}

/** Client types that generated form types import. */
const BUILT_IN_TYPES = ['FormView', 'PartialFields', 'SubmittedFile'];

/** Checks that no form shares a name with another form or type in requests, generated files or client types. */
function checkNamesOfForms(files: readonly File[], { types: authored, reservedNames }: SchemaChecks): void {
  const identifiers = new Map<string, string>();
  const generated = new Map<string, string>();
  const types = new Map<string, string>(BUILT_IN_TYPES.map((type) => [type, 'the package']));
  for (const { title, file: by, classIdentifier, generated: names } of authored) {
    for (const identifier of [title, classIdentifier?.replace(/^\\/, '')])
      if (identifier !== undefined) identifiers.set(identifier, by);
    generated.set(names.file, by);
    for (const type of names.types) types.set(type, by);
  }
  for (const file of files) checkNamesOfForm(file, { reservedNames, identifiers, files: generated, types });
}

interface TakenNames {
  readonly reservedNames: ReadonlySet<string>;
  readonly identifiers: Map<string, string>;
  readonly files: Map<string, string>;
  readonly types: Map<string, string>;
}

function checkNamesOfForm({ definition, source, place }: File, taken: TakenNames): void {
  const { name } = definition;
  if (ACCOUNT_FORMS.includes(name) || taken.reservedNames.has(name)) {
    place
      .below('name')
      .report(
        `${JSON.stringify(name)} is the name of a built-in ${ACCOUNT_FORMS.includes(name) ? 'form' : 'type'}.`,
        'Choose another name for the form and its file.',
      );
  }
  const identifier = definition['x-class']?.replace(/^\\/, '');
  for (const [keyword, wanted] of [
    ['name', name],
    ['x-class', identifier === name ? undefined : identifier],
  ] as const) {
    const other = wanted === undefined ? undefined : taken.identifiers.get(wanted);
    if (other === undefined) continue;
    place
      .below(keyword)
      .report(
        `The ${keyword} ${JSON.stringify(wanted)} is already used by ${other}.`,
        keyword === 'name'
          ? 'Choose another name for the form and its file.'
          : 'Set a different "x-class" for each form.',
      );
  }
  const by = source.file;
  const names = formNames(name);
  const clash =
    taken.files.get(kebabCase(name)) ??
    names.types.map((type) => taken.types.get(type)).find((other) => other !== undefined);
  if (clash !== undefined && !taken.identifiers.has(name)) {
    place
      .below('name')
      .report(
        `The generated files of ${JSON.stringify(name)} would have the same names as those of ${clash}.`,
        `Choose a name whose types (${names.types.join(', ')}) are free.`,
      );
  }
  for (const wanted of [name, identifier]) if (wanted !== undefined) taken.identifiers.set(wanted, by);
  taken.files.set(names.file, by);
  for (const type of names.types) taken.types.set(type, by);
}

function checkHandlers(checks: SchemaChecks, { definition, place }: File): void {
  const { on_success: names = [] } = definition;
  const list = typeof names === 'string' ? [names] : names;
  list.forEach((name, index) => {
    const at = typeof names === 'string' ? place.below('on_success') : place.below('on_success', index);
    checks.checkFunction(at, { kind: 'success handler', key: 'formHandlers', name });
  });
}

/** Constraints that apply to files. The others validate values. */
const OF_FILES: ReadonlySet<string> = new Set([
  ...['File', 'Image', 'NotNull', 'IsNull', 'NotBlank', 'Blank', 'Count', 'All', 'Expression', 'Callback'],
]);

function checkFileConstraints(
  constraints: readonly ConstraintNotation[],
  place: FormPlace,
  isFile: boolean,
): void {
  constraints.forEach((definition, index) => {
    const [name, options] = constraintEntry(definition);
    const at = place.below(index, name);
    if (!isFile && (name === 'File' || name === 'Image')) {
      at.report(`${name} needs a field of the type "file".`, 'Change the type, or remove the constraint.');
    } else if (isFile && !OF_FILES.has(name) && !name.startsWith('-')) {
      at.report(`${name} can't be used on a field of files.`, 'Use File or Image, or remove the constraint.');
    } else if (name === 'All' && Array.isArray(options['constraints'])) {
      const [written] = Object.values(definition);
      const inner = Array.isArray(written) ? at : at.below('constraints');
      // Other values were reported before.
      checkFileConstraints(options['constraints'].filter(isConstraint), inner, isFile);
    }
  });
}

const isConstraint = (value: unknown): value is ConstraintNotation =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1;
