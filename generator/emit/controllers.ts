import type { FieldDescriptor } from '../../runtime/kernel/contract/resource.js';
import type { ResourceModel, ResourceNames, SourceModel, UserModel } from '../model/types.js';
import { constant } from '../render/declarations.js';
import { createImports, type Imports } from '../render/imports.js';
import { code } from '../render/literal.js';
import { createSlots } from '../render/source-printer.js';
import { bannerOf, PACKAGE, type Emitter, type EmitOutput } from './emitter.js';

/** `controllers/hero-image.ts`: everything the runtime must know of the type, as one frozen literal. */
export const controllerEmitter: Emitter = {
  name: 'controllers',
  async emit({ resources, user }, output) {
    for (const resource of resources) {
      await output.addOrReuse({
        path: controllerPath(resource.names),
        modelHash: resource.contentHash,
        render: () => printController(resource, contentsOfResource(resource), output),
      });
    }
    if (user === undefined) return;
    await output.addOrReuse({
      path: controllerPath(user.names),
      modelHash: user.contentHash,
      render: () => printController(user, contentsOfUser(user), output),
    });
  },
};

/** Where the descriptor of a type is. */
export function controllerPath({ file }: ResourceNames): string {
  return `controllers/${file}.ts`;
}

interface Contents {
  /** The runtime's name of the literal's type. */
  readonly type: string;
  readonly description: string;
  readonly members: object;
}

function printController(
  { names, sourceFile, contentHash }: SourceModel & Named,
  contents: Contents,
  output: EmitOutput,
): string {
  const { type, description } = contents;
  const slots = createSlots();
  const value = slots.put(
    output.templates.render('frozen.ts', { type, members: toMembers(contents.members) }),
  );
  return output.print({
    banner: bannerOf(sourceFile, contentHash),
    imports: importsOf(names, type),
    statements: [constant({ name: names.descriptor, type, value, description })],
    slots,
  });
}

interface Named {
  readonly names: ResourceNames;
}

function contentsOfResource(resource: ResourceModel): Contents {
  const { names, descriptor } = resource;
  const { name, kind, classIdentifier, description, path, table, operations, ...behaviour } = descriptor;
  return {
    type: 'ResourceDescriptor',
    description: description ?? `What the API knows of ${name}.`,
    members: {
      name,
      kind,
      classIdentifier,
      description,
      path,
      table,
      operations,
      fields: resource.fields.map((field) => orderMembers(field.descriptor)),
      attributes: code(names.attributes),
      validate: code(names.validator),
      ...behaviour,
    },
  };
}

function contentsOfUser({ names, fields, callbacks }: UserModel): Contents {
  return {
    type: 'UserExtension',
    description: "The application's own user fields.",
    members: {
      fields: fields.map((field) => orderMembers(field.descriptor)),
      attributes: code(names.attributes),
      validate: code(names.validator),
      callbacks,
    },
  };
}

function importsOf(names: ResourceNames, type: string): Imports {
  const imports = createImports();
  imports.add({ module: PACKAGE, name: type, typeOnly: true });
  imports.add({ module: `../entities/${names.file}.js`, name: names.attributes });
  imports.add({ module: `../validators/${names.file}.js`, name: names.validator });
  return imports;
}

function toMembers(members: object): { name: string; value: unknown }[] {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value }));
}

/** What a reader looks for comes first; the rest follows as the model has it. */
function orderMembers({ kind, name, ...rest }: FieldDescriptor): object {
  return { kind, name, ...rest };
}
