import type { AppConfig } from '../config/app-config.js';
import { withFeatures } from '../features.js';
import { resourcesOf } from '../kernel/contract/features/declared-feature.js';
import type { ProvidedApi } from '../kernel/contract/features/feature-api.js';
import type { Manifest } from '../kernel/contract/schema/manifest.js';
import { loadFeatures, type LoadedFeature } from '../kernel/create-features.js';
import { createResourceRegistry, type ResourceRegistry } from '../kernel/metadata/resource-registry.js';
import { BASE_TYPES } from '../model/base-tables.js';
import { withProjectCode } from '../project/project-code.js';
import { projectResources } from '../project/project-types.js';
import type { AppOptions } from './app-types.js';

/** Types of a project and the loaded features that extend them. */
export interface OpenedModel {
  readonly manifest: Manifest;
  readonly loaded: readonly LoadedFeature[];
  readonly registry: ResourceRegistry;
}

/** Loads the features of a service and creates the registry of its types. */
export async function openModel({ config, provides = [], ...options }: AppOptions): Promise<OpenedModel> {
  const manifest = withProjectCode(options.manifest, config.extensions);
  const loaded = [...(await loadFeatures(withFeatures(config.features))), embedding(provides)];
  const resources = projectResources(manifest.resources, manifest.user, config.features);
  return { manifest, loaded, registry: openRegistry(resources, loaded, config) };
}

/** Creates a last feature that provides the application's services. */
function embedding(provides: readonly ProvidedApi[]): LoadedFeature {
  const module = { apis: provides.map(({ api }) => api), create: () => ({ provides }) };
  return { declared: { name: 'application' }, module };
}

/**
 * Creates the registry of a project's types with additions of the features, without types that the configuration
 * disables.
 */
function openRegistry(
  resources: Parameters<typeof createResourceRegistry>[0],
  features: readonly LoadedFeature[],
  { enabledComponents }: AppConfig,
): ResourceRegistry {
  const described = resources.map((resource) =>
    features.reduce((known, { module }) => module?.describe?.(known) ?? known, resource),
  );
  const isEnabled: Readonly<Record<string, boolean>> = enabledComponents;
  const disabled = features.flatMap(({ declared }) => {
    const { enabledBy } = declared;
    return enabledBy === undefined || isEnabled[enabledBy] === true ? [] : resourcesOf(declared);
  });
  return createResourceRegistry(described, BASE_TYPES, new Set(disabled.map(({ name }) => name)));
}
