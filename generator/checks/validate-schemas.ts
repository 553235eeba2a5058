import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { SchemaErrors, type SchemaProblem } from '../errors.js';
import { buildFieldDescriptor } from '../model/field-descriptor.js';
import { BUILT_IN_FOLDERS } from '../built-in-folders.js';
import { checkFolders } from './check-folders.js';
import { createStructureCheck } from '../schema/check-structure.js';
import { checkClientTypes, checkNames } from './check-names.js';
import { checkColumns } from './check-columns.js';
import { checkConstraints } from './check-constraints.js';
import { checkContradictions } from './check-contradictions.js';
import { checkNamedValues, checkExamples } from './check-named-values.js';
import { checkExpressions } from './check-expressions.js';
import { checkFields } from './check-fields.js';
import { checkHtml } from './check-html.js';
import { checkKinds } from './check-kinds.js';
import { checkLists } from './check-lists.js';
import { checkProjectCode } from './check-project-code.js';
import { checkReadRules } from './check-read-rules.js';
import { checkReferences } from './check-references.js';
import { checkRelations } from './check-relations.js';
import { checkRenames } from './check-renames.js';
import { checkCycles } from './check-cycles.js';
import { checkStorable } from './check-storable.js';
import { checkTables } from './check-tables.js';
import { checkUploads } from './check-uploads.js';
import { type FieldOwner, fieldOwners } from './owners.js';
import type { ResourceDefinition, UserDefinition } from '../schema/definition.js';
import type { LoadedSchemas, SchemaSource } from '../schema/load-schemas.js';
import { documentPlace } from '../schema/place.js';
import {
  type CheckContext,
  type CheckedFile,
  type CheckOptions,
  type DeclaredType,
  declareTypes,
  declareUser,
  type SchemaFile,
  type SchemaSet,
  sortProblems,
} from '../schema/schema-set.js';

type Check = (context: CheckContext) => void;

/** Checks for uniqueness across types. They always read every type. */
const CHECKS_OF_ALL: readonly Check[] = [
  checkNames,
  checkClientTypes,
  checkRelations,
  checkTables,
  checkRenames,
];

/** Checks of the fields of one type, or of users. */
const CHECKS_OF_FIELDS: readonly ((owner: FieldOwner, context: CheckContext) => void)[] = [
  checkFields,
  checkColumns,
  checkUploads,
  checkHtml,
  checkProjectCode,
  checkContradictions,
  checkStorable,
  checkConstraints,
];

/** Checks of one type, and of the types that it references. */
const CHECKS_OF_EACH: readonly Check[] = [
  checkKinds,
  checkReferences,
  checkCycles,
  checkLists,
  checkReadRules,
  checkNamedValues,
  checkExamples,
  checkExpressions,
];

/** Whether an earlier run validated a file and every type connected to it. */
type IsKnown = (source: SchemaSource) => boolean;

/**
 * Validates all files against their meta-schema and each other (components.md section 11).
 * @throws SchemaErrors with every problem of every file.
 */
export function validateSchemas(
  loaded: LoadedSchemas,
  options: CheckOptions = {},
  isKnown?: IsKnown,
): SchemaSet {
  if (isKnown !== undefined) {
    const { set, problems } = inspectSchemas(loaded, options, { isKnown });
    // After an error, every type is checked, because hints can suggest names of any type.
    if (problems.length === 0) return set;
  }
  const { set, problems } = inspectSchemas(loaded, options);
  if (problems.length > 0) throw new SchemaErrors(problems);
  return set;
}

export interface Inspection {
  readonly checkStructure?: StructureCheck;
  readonly isKnown?: IsKnown;
}

type StructureCheck = ReturnType<typeof createStructureCheck>;

/**
 * Validates like `validateSchemas`, but returns the problems instead of throwing them. The set omits files that the
 * meta-schemas rejected.
 */
export function inspectSchemas(
  loaded: LoadedSchemas,
  options: CheckOptions = {},
  { checkStructure = createStructureCheck(options.folders), isKnown = () => false }: Inspection = {},
): { readonly set: SchemaSet; readonly problems: readonly SchemaProblem[] } {
  const problems: SchemaProblem[] = [...loaded.problems];
  const checkNew: StructureCheck = (source) =>
    isKnown(source) ? { problems: [], document: source.document } : checkStructure(source);
  const { folders = BUILT_IN_FOLDERS } = options;
  const set = checkStructures({ ...loaded, folders }, problems, checkNew);
  const context: CheckContext = { ...placeFiles(set, problems), options };
  for (const check of CHECKS_OF_ALL) check(context);
  checkFolders(context);
  const resources = context.resources.filter(({ source }) => !isKnown(source));
  const narrowed = { ...context, resources };
  for (const check of CHECKS_OF_EACH) check(narrowed);
  for (const owner of fieldOwners(narrowed)) for (const check of CHECKS_OF_FIELDS) check(owner, context);
  return { set, problems: sortProblems(problems) };
}

/** Adds positions to files, which collect reported problems in `problems`. */
function placeFiles(
  { resources, folders, user }: SchemaSet,
  problems: SchemaProblem[],
): Omit<CheckContext, 'options'> {
  const place = <Definition>(file: SchemaFile<Definition>): CheckedFile<Definition> => ({
    ...file,
    place: documentPlace(file.source.file, problems),
  });
  const placed = resources.map(place);
  return {
    resources: placed,
    folders: folders.map(({ folder, files }) => ({ folder, files: files.map(place) })),
    ...(user === undefined ? {} : { user: place(user) }),
    byTitle: new Map(placed.map((file) => [file.definition.title, file])),
    fieldsOf: fieldFinder({ resources, ...(user && { user }) }),
  };
}

/** Describes each type on first use, because an earlier run validated most types of a large site. */
function fieldFinder({ resources, user }: Pick<SchemaSet, 'resources' | 'user'>): CheckContext['fieldsOf'] {
  const types = new Map(declareTypes({ resources }));
  if (user !== undefined) types.set('User', declareUser(user.definition));
  const known = new Map<string, ReadonlyMap<string, FieldDescriptor>>();
  return (title) => {
    const found = known.get(title) ?? describeFields(title, types);
    known.set(title, found);
    return found;
  };
}

function describeFields(
  title: string,
  types: ReadonlyMap<string, DeclaredType>,
): ReadonlyMap<string, FieldDescriptor> {
  const owner = types.get(title);
  if (owner === undefined) return new Map();
  return new Map(
    [...owner.fields].map(([name, field]) => [
      name,
      buildFieldDescriptor(name, field, { owner, required: false, types }),
    ]),
  );
}

function checkStructures(
  { sources, folders }: Pick<LoadedSchemas, 'sources'> & Required<Pick<CheckOptions, 'folders'>>,
  problems: SchemaProblem[],
  check: StructureCheck,
): SchemaSet {
  const resources: SchemaFile<ResourceDefinition>[] = [];
  const inFolders: SchemaFile<object>[] = [];
  let user: SchemaFile<UserDefinition> | undefined;
  for (const source of sources) {
    const result = check(source);
    problems.push(...result.problems);
    if (result.document === undefined) continue;
    // The meta-schema of each kind accepts exactly the values of its definition type.
    if (source.kind === 'resource')
      resources.push({ source, definition: result.document as ResourceDefinition });
    else if (source.kind === 'user') user = { source, definition: result.document as UserDefinition };
    else inFolders.push({ source, definition: result.document as object });
  }
  return {
    resources,
    folders: folders.map((folder) => ({
      folder,
      files: inFolders.filter(({ source: { kind } }) => kind === folder.name),
    })),
    ...(user === undefined ? {} : { user }),
  };
}
