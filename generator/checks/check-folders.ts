import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type {
  AuthoredType,
  SchemaChecks,
} from 'cms-api-components/internal/kernel/contract/features/schema-folder.js';
import { platformFields } from 'cms-api-components/internal/model/base-fields.js';
import { builtInResources } from 'cms-api-components/internal/project/project-types.js';
import { resourceNames } from '../text/naming.js';
import { checkConstraintList } from './check-constraints.js';
import { checkFileName } from './check-names.js';
import { checkCodeName } from './check-project-code.js';
import { RESERVED_TYPES } from '../schema/reserved-names.js';
import type { CheckContext } from '../schema/schema-set.js';

/** Runs the checks of the features on the files of their folders. */
export function checkFolders(context: CheckContext): void {
  const checks: SchemaChecks = {
    types: context.resources.map(authoredType),
    reservedNames: RESERVED_TYPES,
    membersOf: (type) => membersOf(context, type),
    checkFileName,
    checkConstraints(constraints, place) {
      checkConstraintList(context, { place, constraints });
    },
    checkFunction(place, used) {
      checkCodeName(context, place, used);
    },
  };
  for (const { folder, files } of context.folders) folder.files.check(files, checks);
}

function authoredType({ source, definition }: CheckContext['resources'][number]): AuthoredType {
  const { title, 'x-class': classIdentifier, 'x-security': security } = definition;
  const { file, type, input, patch } = resourceNames(title);
  return {
    title,
    file: source.file,
    kind: definition['x-resource'],
    ...(classIdentifier === undefined ? {} : { classIdentifier }),
    ...(security === undefined ? {} : { security }),
    generated: { file, types: [type, input, patch] },
  };
}

function membersOf(context: CheckContext, type: string): readonly FieldDescriptor[] | undefined {
  const builtIn = builtInResources().find(({ name }) => name === type);
  const kind = context.byTitle.get(type)?.definition['x-resource'] ?? 'embedded';
  if (builtIn?.name !== 'User' && kind === 'embedded') return undefined;
  const given = kind === 'embedded' ? (builtIn?.fields ?? []) : platformFields({ kind, name: type });
  return [...given, ...context.fieldsOf(type).values()];
}
