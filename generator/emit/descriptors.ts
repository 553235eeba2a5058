import { isDeepStrictEqual } from 'node:util';
import { completeDescriptor } from 'cms-api-components/internal/kernel/contract/schema/complete-descriptor.js';
import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { FieldModel, ResourceModel, ResourceNames, UserModel } from '../model/types.js';
import { notationOf } from '../model/constraint-notation.js';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { createImports } from '../render/imports.js';
import { code } from 'cms-api-components/internal/kernel/contract/code.js';
import { bannerOf, type Emitter, type EmitOutput } from './emitter.js';
import { printObjectFile } from './object-file.js';
import { hasChecks } from './validators.js';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';

/** Emits `descriptors/hero-image.ts`: the metadata of a type for the runtime, as one literal. */
export const emitDescriptors: Emitter = async ({ resources, user }, output) => {
  for (const source of user === undefined ? resources : [...resources, user]) {
    await output.addOrReuse({
      path: descriptorPath(source.names),
      modelHash: source.contentHash,
      render: () => printDescriptor(source, output),
    });
  }
};

/** Returns the path of a type's descriptor file. */
export function descriptorPath({ file }: ResourceNames): string {
  return `descriptors/${file}.ts`;
}

function printDescriptor(source: ResourceModel | UserModel, output: EmitOutput): string {
  const { names, sourceFile, contentHash } = source;
  const { type, description, members } =
    'descriptor' in source ? partsOfResource(source) : partsOfUser(source);
  const imports = createImports();
  imports.add({ module: `../entities/${names.file}.js`, name: names.attributes });
  if (hasChecks(source)) imports.add({ module: `../validators/${names.file}.js`, name: names.validator });
  const banner = bannerOf(sourceFile, contentHash);
  return printObjectFile({ banner, imports, name: names.descriptor, type, description, members }, output);
}

interface Parts {
  /** Name of the literal's type in the runtime. */
  readonly type: string;
  readonly description: string;
  readonly members: object;
}

/** Omits members with default values and sorts the others for readability. */
function partsOfResource(resource: ResourceModel): Parts {
  const { name, kind, description, path, table, ...behaviour } = resource.descriptor;
  const fields = resource.fields.map(({ descriptor }) => descriptor);
  const defaults = completeDescriptor({ name, kind, path, table, fields });
  const { classIdentifier, operations, ...rest } = differences(behaviour, defaults);
  return {
    type: 'ResourceDescriptor',
    description: description ?? `Descriptor of ${name}.`,
    members: {
      name,
      kind,
      classIdentifier,
      description,
      path,
      table,
      operations,
      ...partsOfFields(resource),
      ...rest,
    },
  };
}

function partsOfUser(user: UserModel): Parts {
  return {
    type: 'UserExtension',
    description: 'Custom fields of users.',
    members: { ...partsOfFields(user), callbacks: user.callbacks },
  };
}

function partsOfFields(source: ResourceModel | UserModel): object {
  const { names, fields } = source;
  return {
    fields: fields.map((field) => orderMembers({ ...field.descriptor, ...described(field) })),
    attributes: code(names.attributes),
    ...(hasChecks(source) ? { validate: code(names.validator) } : {}),
  };
}

/**
 * Returns the constraints that front ends can check, in schema notation. The descriptor already has those of uploads.
 */
function described({ constraints, descriptor }: FieldModel): {
  readonly constraints?: readonly JsonObject[];
} {
  if (descriptor.kind === 'upload') return {};
  const evaluated = notationOf(constraints.filter(({ path }) => path === descriptor.name));
  return evaluated.length === 0 ? {} : { constraints: evaluated };
}

/** Puts the most important members first. The others keep the order of the model. */
function orderMembers({ kind, name, ...rest }: FieldDescriptor): object {
  return { kind, name, ...rest };
}

/** Returns the members that differ from `defaults`. Compares nested objects member by member. */
function differences(given: object, defaults: object): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(defaults));
  const different = Object.entries(given).filter(
    ([name, value]) => !isDeepStrictEqual(value, known.get(name)),
  );
  return Object.fromEntries(
    different.map(([name, value]) => {
      const own = known.get(name);
      return [name, isRecord(value) && isRecord(own) ? differences(value, own) : value];
    }),
  );
}
