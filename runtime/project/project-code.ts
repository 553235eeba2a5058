import { ConfigError } from '../kernel/errors/config-error.js';
import type { ConfigProblem } from '../kernel/contract/config-problem.js';
import type { Extensions } from '../kernel/contract/features/extensions.js';
import type { Manifest, UserExtension } from '../kernel/contract/schema/manifest.js';
import type { CallbackUse, FieldDescriptor } from '../kernel/contract/schema/resource.js';
import type { CallbackConstraint, Validate } from '../kernel/contract/records/validation.js';

interface NamingType {
  readonly name: string;
  readonly fields: readonly FieldDescriptor[];
  readonly callbacks?: readonly CallbackUse[];
}

/**
 * Connects names in schema files with the code that the project registers.
 * @throws ConfigError with every unregistered name
 */
export function withProjectCode(manifest: Manifest, extensions: Extensions): Manifest {
  const { resources, user } = manifest;
  const { constraints = {} } = extensions;
  const users: readonly NamingType[] = user === undefined ? [] : [{ ...user, name: 'User' }];
  const problems = [...resources, ...users].flatMap((type) => unknownNames(type, extensions));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...manifest,
    resources: resources.map((resource) => withCallbacks(resource, constraints)),
    ...(user === undefined ? {} : { user: withCallbacks<UserExtension>(user, constraints) }),
  };
}

function unknownNames(
  { name: type, fields, callbacks = [] }: NamingType,
  { resolvers = {}, constraints = {} }: Extensions,
): readonly ConfigProblem[] {
  const missingResolvers = fields.flatMap((field) => {
    const { resolver } = field.kind === 'computed' ? field : {};
    if (resolver === undefined || Object.hasOwn(resolvers, resolver)) return [];
    return [unregistered(`${type}.${field.name}`, 'resolver', resolver)];
  });
  const missingConstraints = callbacks
    .filter(({ name }) => !Object.hasOwn(constraints, name))
    .map(({ name, field }) =>
      unregistered(field === undefined ? type : `${type}.${field}`, 'constraint', name),
    );
  return [...missingResolvers, ...missingConstraints];
}

function unregistered(key: string, kind: 'resolver' | 'constraint', name: string): ConfigProblem {
  const problem = `uses the ${kind} "${name}", which is not registered`;
  return { key, problem, advice: `register it in "extensions.${kind}s" of cms.config.ts` };
}

/** Adds the functions of `Callback` rules to the checks of a type. */
function withCallbacks<
  Type extends { readonly validate?: Validate; readonly callbacks?: readonly CallbackUse[] },
>(type: Type, constraints: Readonly<Record<string, CallbackConstraint>>): Type {
  const { callbacks, validate } = type;
  if (callbacks === undefined || validate === undefined) return type;
  return {
    ...type,
    validate: (value, context) => validate(value, { ...context, callbacks: { constraints, object: value } }),
  };
}
