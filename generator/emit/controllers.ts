import type { FieldDescriptor } from '../../runtime/contract/resource.js';
import type { ResourceModel, UserModel } from '../model/types.js';
import { createImports, type Imports } from '../render/imports.js';
import { code } from '../render/literal.js';
import { bannerOf, PACKAGE, type Emitter } from './emitter.js';

/** `controllers/hero-image.ts`: everything the runtime must know of the type, as one frozen literal. */
export const controllerEmitter: Emitter = {
  name: 'controllers',
  async emit({ resources, user }, output) {
    for (const resource of resources) {
      await output.addOrReuse({
        path: controllerPath(resource.names),
        modelHash: resource.contentHash,
        render: () => output.templates.render('controller.ts', viewOfResource(resource)),
      });
    }
    if (user === undefined) return;
    await output.addOrReuse({
      path: controllerPath(user.names),
      modelHash: user.contentHash,
      render: () => output.templates.render('controller.ts', viewOfUser(user)),
    });
  },
};

/** Where the descriptor of a type is. */
export function controllerPath({ file }: ResourceModel['names']): string {
  return `controllers/${file}.ts`;
}

function viewOfResource(resource: ResourceModel): object {
  const { names, descriptor } = resource;
  const { name, kind, classIdentifier, description, path, table, operations, ...behaviour } = descriptor;
  return {
    ...commonView(resource, 'ResourceDescriptor'),
    description: description ?? `What the API knows of ${name}.`,
    members: toMembers({
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
    }),
  };
}

function viewOfUser(user: UserModel): object {
  return {
    ...commonView(user, 'UserExtension'),
    description: "The application's own user fields.",
    members: toMembers({
      fields: user.fields.map((field) => orderMembers(field.descriptor)),
      attributes: code(user.names.attributes),
      validate: code(user.names.validator),
      callbacks: user.callbacks,
    }),
  };
}

function commonView({ names, sourceFile, contentHash }: ResourceModel | UserModel, type: string): object {
  return {
    banner: bannerOf(sourceFile, contentHash),
    imports: importsOf(names, type).print(),
    names,
    type,
  };
}

function importsOf(names: ResourceModel['names'], type: string): Imports {
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
