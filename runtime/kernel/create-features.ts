import type { DeclaredFeature } from './contract/features/declared-feature.js';
import type { FeatureApi, FeatureApis, ProvidedApi } from './contract/features/feature-api.js';
import { ConfigError } from './errors/config-error.js';
import { InternalError } from './errors/internal-error.js';
import type { Feature } from './feature.js';
import type { LoadedModule } from './feature-module.js';
import type { Kernel } from './kernel.js';

/**
 * A declared feature with its implementation. Features that declare their behavior directly have no module.
 */
export interface LoadedFeature {
  readonly declared: DeclaredFeature;
  readonly module: LoadedModule | undefined;
}

/** Loads the implementation of features. */
export async function loadFeatures(declared: readonly DeclaredFeature[]): Promise<readonly LoadedFeature[]> {
  return Promise.all(
    declared.map(async (feature) => ({
      declared: feature,
      // The contract does not depend on the kernel; every `feature.ts` is a `LoadedModule`.
      module: (await feature.load?.()) as LoadedModule | undefined,
    })),
  );
}

/** The features of a service, and the values they provide to each other. */
export interface CreatedFeatures extends Pick<FeatureApis, 'get' | 'getAll'> {
  /** The features in declaration order. */
  readonly features: readonly Feature[];
}

/**
 * Creates the features of one service, built in or not. They are created one after another, but providers
 * before the features that use them.
 * @throws Error of the first feature that fails, after closing the others; ConfigError if a declared command
 * has no implementation.
 */
export async function createFeatures(
  loaded: readonly LoadedFeature[],
  kernel: Kernel,
): Promise<CreatedFeatures> {
  const created = new Map<LoadedFeature, Promise<Feature>>();
  const waitsFor = new Map<LoadedFeature, LoadedFeature>();
  const offered = new Map<LoadedFeature, readonly ProvidedApi[]>();

  function create(feature: LoadedFeature): Promise<Feature> {
    const known = created.get(feature);
    if (known !== undefined) return known;
    const made = createOne(feature, kernel, apisOf(feature)).then((one) => {
      offered.set(feature, one.provides ?? []);
      return one;
    });
    created.set(feature, made);
    return made;
  }

  /** Creates the providers of a key first, and returns their values. */
  async function openFor(asking: LoadedFeature, api: FeatureApi<unknown>): Promise<readonly unknown[]> {
    for (const owner of loaded.filter(({ module }) => module?.apis?.includes(api))) {
      waitsFor.set(asking, owner);
      for (let one = waitsFor.get(owner); one !== undefined; one = waitsFor.get(one))
        if (one === asking) throw waitForEachOther(asking, owner, api);
      await create(owner);
      waitsFor.delete(asking);
    }
    return providedAt(api);
  }

  const providedAt = (api: FeatureApi<unknown>): readonly unknown[] =>
    loaded
      .flatMap((feature) => offered.get(feature) ?? [])
      .filter((each) => each.api === api)
      .map((each) => each.value);

  const get = <Api>(api: FeatureApi<Api>): Api => theOnly<Api>(providedAt(api), api);
  // The key's type parameter types each value, so the cast holds.
  const getAll = <Api>(api: FeatureApi<Api>) => providedAt(api) as readonly Api[];
  const apisOf = (asking: LoadedFeature): FeatureApis => ({
    open: async <Api>(api: FeatureApi<Api>) => theOnly<Api>(await openFor(asking, api), api),
    openAll: async <Api>(api: FeatureApi<Api>) => (await openFor(asking, api)) as readonly Api[],
    get,
    getAll,
  });

  try {
    const features: Feature[] = [];
    for (const feature of loaded) features.push(await create(feature));
    return { features, get, getAll };
  } catch (error) {
    const outcomes = await Promise.allSettled(created.values());
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.close?.();
    throw error;
  }
}

async function createOne(
  { declared, module }: LoadedFeature,
  kernel: Kernel,
  apis: FeatureApis,
): Promise<Feature> {
  // Without a module, the declaration is the complete feature.
  if (module === undefined) return declared as Feature;
  const { commands: works = [], ...created } = await module.create(kernel, apis);
  const commands = (declared.commands ?? []).flatMap((command) => {
    const work = works.find(({ name }) => name === command.name);
    if (work !== undefined) return [{ ...command, ...work }];
    // If its types are disabled, the command has nothing to do.
    if (declared.enabledBy !== undefined) return [];
    throw withoutWork(declared.name, command.name);
  });
  return { ...declared, ...created, commands };
}

function withoutWork(feature: string, command: string): Error {
  const problem = `declares the command "${command}", but "create" of its module does not return it`;
  const advice = 'return { name, run } for it in "commands"';
  return new ConfigError([{ key: `features.${feature}`, problem, advice }]);
}

function theOnly<Api>(provides: readonly unknown[], { name }: FeatureApi<Api>): Api {
  const [one] = provides;
  if (one === undefined) throw new InternalError(`No feature offers anything at "${name}"`);
  return one as Api; // The value was provided under this key, which carries its type.
}

function waitForEachOther(one: LoadedFeature, other: LoadedFeature, { name }: FeatureApi<unknown>): Error {
  const [mine, its] = [one.declared.name, other.declared.name];
  return new InternalError(`The features ${mine} and ${its} wait for each other at "${name}"`);
}
