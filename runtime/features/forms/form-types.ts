import type { FormDefinition, FormType } from '../../extension-points/forms/form-definition.js';
import { storedAs } from './notation/stored-as.js';
import type { CallbackConstraint } from '../../kernel/contract/records/validation.js';
import { ConfigError } from '../../kernel/errors/config-error.js';
import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import type { BuiltInFormType, FormOffer } from '../../extension-points/forms/form-flow.js';
import {
  idleConstraints,
  type WrittenConstraint,
  writtenConstraints,
} from './notation/written-constraints.js';
import { checkConfigured } from './check-configured.js';
import type { ManifestForm } from './definitions-in.js';
import { compileForm } from './engine/compile-form.js';
import type { CompiledForm } from './engine/compiled-form.js';
import { withHoneypotFields } from './honeypot-fields.js';

/** The source of a form type. */
export type FormSource = 'schema file' | 'configuration' | 'package';

/** A compiled form type of the service. */
export interface RegisteredFormType extends BuiltInFormType {
  readonly name: string;
  /** Stored and displayed identifier: its `x-class`, otherwise its name (contract decisions 1 and 64). */
  readonly identifier: string;
  readonly source: FormSource;
  readonly compiled: CompiledForm;
}

export interface FormTypes {
  /** Sorted by name. */
  readonly all: readonly RegisteredFormType[];
  /** Names of the types that submissions are stored as. */
  readonly stored: ReadonlySet<string>;
  /** Finds a type by `x-class`, by name, or by a class whose last segment is the name. */
  find(identifier: string): RegisteredFormType | undefined;
}

export interface FormTypeSources {
  /** Types from `schemas/forms/`, validated by the generator. */
  readonly authored: readonly ManifestForm[];
  /** Types from `extensions.forms` of the configuration. */
  readonly configured: readonly FormType[];
  /** Form types of other features. */
  readonly offered: readonly FormOffer[];
  /** Functions from `extensions.constraints` for `Callback` constraints. */
  readonly constraints?: Readonly<Record<string, CallbackConstraint>>;
}

/** Returns the definition of a form that a field refers to. */
type FindDefinition = (type: string) => FormDefinition | undefined;

interface Declared {
  readonly type: BuiltInFormType;
  readonly source: FormSource;
}

/**
 * Compiles all form types of the service once.
 * @throws ConfigError naming every duplicate type, every constraint that can never apply, and every type that cannot be
 * compiled.
 */
export function createFormTypes({ constraints = {}, ...sources }: FormTypeSources): FormTypes {
  const { authored, configured, offered } = sources;
  const guards: FormOffer['guards'] = Object.assign({}, ...offered.map((one) => one.guards));
  const declared: readonly Declared[] = [
    ...offered.flatMap(({ types }) => types).map((type) => ({ type, source: 'package' as const })),
    ...authored.map((type) => ({ type, source: 'schema file' as const })),
    ...configured.map((type) => ({ type, source: 'configuration' as const })),
  ];
  const clashes = clashesOf(declared);
  if (clashes.length > 0) throw new ConfigError(clashes);
  const find = createLookUp(declared.map(({ type }) => type.definition));
  const wrong = checkConfigured(configured, find);
  if (wrong.length > 0) throw new ConfigError(wrong);
  const problems = declared.flatMap(({ type }) => checkConstraints(type.definition, constraints));
  const all = declared.flatMap(({ type, source }) => {
    const { definition } = type;
    try {
      const compiled = compileForm(withHoneypotFields(definition), {
        definitions: { get: find },
        constraints,
      });
      const guard = guards[storedAs(definition) ?? ''];
      return [
        {
          ...(guard === undefined ? {} : { assertPlaceable: guard }),
          ...type,
          name: definition.name,
          identifier: identifierOf(definition),
          source,
          compiled,
        },
      ];
    } catch (error) {
      problems.push(broken(definition, error));
      return [];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
  all.sort(({ name: left }, { name: right }) => (left < right ? -1 : 1));
  const byDefinition = new Map<FormDefinition, RegisteredFormType>(
    all.map((type) => [type.definition, type]),
  );
  return {
    all,
    stored: new Set(all.flatMap(({ definition }) => storedAs(definition) ?? [])),
    find(identifier) {
      const definition = find(identifier);
      return definition && byDefinition.get(definition);
    },
  };
}

const identifierOf = (definition: FormDefinition): string =>
  withoutLead(definition['x-class'] ?? definition.name);

/** Removes a leading backslash, as in `\App\Form\ContactType`. */
const withoutLead = (identifier: string): string => identifier.replace(/^\\/, '');

/** Creates the lookup. An exact class takes precedence over a name that matches its last segment. */
function createLookUp(definitions: readonly FormDefinition[]): FindDefinition {
  const byClass = new Map(definitions.map((definition) => [identifierOf(definition), definition]));
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return (identifier) => {
    const plain = withoutLead(identifier);
    return byClass.get(plain) ?? byName.get(plain.slice(plain.lastIndexOf('\\') + 1));
  };
}

function clashesOf(declared: readonly Declared[]): readonly ConfigProblem[] {
  const taken = new Map<string, Declared>();
  return declared.flatMap((one) => {
    const { name } = one.type.definition;
    const identifier = identifierOf(one.type.definition);
    const other = taken.get(name) ?? taken.get(identifier);
    if (other === undefined) {
      taken.set(name, one);
      taken.set(identifier, one);
      return [];
    }
    const isSameName = other.type.definition.name === name;
    const shared = isSameName ? `the name "${name}"` : `the class "${identifier}"`;
    return [
      {
        key: `form ${name}`,
        problem: `${placeOf(one)} has ${shared} of the form type ${other.type.definition.name}, ${placeOf(other)}`,
        advice: isSameName ? 'rename one of them' : 'change the "x-class" of one of them',
      },
    ];
  });
}

const PLACES: Readonly<Record<FormSource, string>> = {
  'schema file': 'in a schema file',
  configuration: 'in extensions.forms',
  package: 'built in',
};

const placeOf = ({ source }: Declared): string => PLACES[source];

function broken({ name }: FormDefinition, error: unknown): ConfigProblem {
  return {
    key: `form ${name}`,
    problem: error instanceof Error ? error.message : String(error),
    advice: 'correct the definition of the form type',
  };
}

/** Returns constraints of a form type that can never apply, because no function is registered or no group is active. */
function checkConstraints(
  definition: FormDefinition,
  registered: Readonly<Record<string, unknown>>,
): readonly ConfigProblem[] {
  const missing = writtenConstraints(definition).filter(
    ({ name, options }) => name === 'Callback' && !Object.hasOwn(registered, String(options.name)),
  );
  return [
    ...missing.map((written) => ({
      key: keyOf(definition, written),
      problem: `uses the constraint "${String(written.options.name)}", which is not registered`,
      advice: 'register it in "extensions.constraints" of cms.config.ts',
    })),
    ...idleConstraints(definition).map((written) => ({
      key: keyOf(definition, written),
      problem: 'has no effect: forms are validated only in the group "Default"',
      advice: 'remove "groups", or add "Default" to it',
    })),
  ];
}

function keyOf({ name }: FormDefinition, { keys }: WrittenConstraint): string {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return `form ${name}${path}`;
}
