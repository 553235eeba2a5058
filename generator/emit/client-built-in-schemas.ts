import { builtInResources } from 'cms-api-components/internal/project/project-types.js';
import { completeDescriptor } from 'cms-api-components/internal/kernel/contract/schema/complete-descriptor.js';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  FieldDescriptor,
  ResourceDescriptor,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { code } from 'cms-api-components/internal/kernel/contract/code.js';
import { platformFields } from 'cms-api-components/internal/model/base-fields.js';
import { documentBuiltIn } from 'cms-api-components/internal/openapi/core-part.js';
import { WRITTEN_POSITIONS } from 'cms-api-components/internal/openapi/member-schemas.js';
import { kebabCase } from '../text/naming.js';
import type { ApiModel, UserModel } from '../model/types.js';
import { createImports } from '../render/imports.js';
import { createSlots } from '../render/source-printer.js';
import { factsOfFields, IN_BROWSER, RULES, schemaConstants } from './client-schemas.js';
import { bannerOf, type EmitOutput } from './emitter.js';
import { hasChecks, validatorOf } from './validators.js';

/** The built-in type that projects can extend with fields. */
export const USER = 'User';

/** A built-in type with the fields that the project adds. */
export interface BuiltInType {
  readonly descriptor: ResourceDescriptor;
  /** Names of its schemas, such as `LayoutInput`. */
  readonly names: { readonly input: string; readonly patch: string; readonly file: string };
  readonly user?: UserModel;
}

/** Returns the built-in types that clients can write. */
export function builtInTypes({ user }: Pick<ApiModel, 'user'>): readonly BuiltInType[] {
  const extension = user && { attributes: {}, fields: user.fields.map(({ descriptor }) => descriptor) };
  return builtInResources(extension).map((descriptor) => {
    const { name } = descriptor;
    return {
      descriptor,
      names: { input: `${name}Input`, patch: `${name}Patch`, file: kebabCase(name) },
      ...(name === USER && user !== undefined ? { user } : {}),
    };
  });
}

/**
 * Prints `client/schemas/layout.js`: the request schemas of a built-in type, whose validation rules are in `rules.js`.
 */
export function printBuiltInSchema({ descriptor, names, user }: BuiltInType, output: EmitOutput): string {
  const slots = createSlots();
  const own =
    user !== undefined && hasChecks(user, IN_BROWSER) ? validatorOf(user, slots, IN_BROWSER) : undefined;
  const imports = own?.imports ?? createImports();
  for (const name of ['inputSchema', 'patchSchema']) imports.add({ module: RULES, name });
  const { name, validate } = descriptor;
  // Features export the validators of their types under this name.
  const rule = name === USER ? 'validateUserAccount' : `validate${name}`;
  if (validate !== undefined) imports.add({ module: RULES, name: rule });
  const { validationGroups } = completeDescriptor(descriptor);
  const both = `(value, context) => { ${rule}(value, context); ${user?.names.validator ?? ''}(value, context); }`;
  const rules = {
    fields: factsOfFields(
      [...platformFields(descriptor), ...descriptor.fields, ...passwordsOf(descriptor)].map(asNullable),
    ),
    ...(validate === undefined ? {} : { check: code(own === undefined ? rule : both) }),
    groups: name === USER ? { ...validationGroups, create: [PASSWORD_GROUP] } : validationGroups,
  };
  return output.print({
    banner: bannerOf(user?.sourceFile ?? '', user?.contentHash),
    imports,
    statements: [
      ...(own?.statements ?? []),
      ...schemaConstants({ names, schema: bodySchema({ descriptor, names, user }), rules }, slots),
    ],
    slots,
  });
}

/** Marks a field as nullable. The rules state which members a body requires; the server fills in the others. */
const asNullable = (field: FieldDescriptor): FieldDescriptor =>
  field.kind === 'scalar' || field.kind === 'to-one' ? { ...field, nullable: true } : field;

/**
 * Group of the password rules of a new account. The password is validated apart from the stored fields (accounts.md
 * section 6.3).
 */
const PASSWORD_GROUP = 'User:password:create';

const passwordsOf = ({ name }: ResourceDescriptor): readonly FieldDescriptor[] =>
  name === USER ? ['plainPassword', 'oldPassword'].map(passwordField) : [];

const passwordField = (name: string): FieldDescriptor => ({
  ...{ kind: 'scalar', name, column: name, type: 'string', accepts: ['string'] },
  ...{ nullable: true, readable: false, writable: true },
});

function bodySchema({
  descriptor,
  names,
  user,
}: Pick<BuiltInType, 'descriptor' | 'names'> & { readonly user: UserModel | undefined }): JsonObject {
  const { schemas } = documentBuiltIn(descriptor);
  // Schemas of the API documentation are JSON.
  const { properties, ...input } = schemas[`${descriptor.name}.jsonld-input`] as JsonObject;
  const { properties: added, $defs } = user?.clientSchemas.input ?? {};
  const positions = descriptor.kind === 'component' ? { componentPositions: WRITTEN_POSITIONS } : {};
  return {
    title: names.input,
    ...input,
    properties: { ...(properties as JsonObject), ...positions, ...(added as JsonObject | undefined) },
    ...($defs === undefined ? {} : { $defs }),
  };
}
