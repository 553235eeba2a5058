import type { DeploymentName } from './choices.js';
import { labelOf, titleOf } from './project-name.js';

/** What files of a deployment repeat of the project. */
export interface DeployedProject {
  /** Name of its package. */
  readonly name: string;
  /** `api_prefix`: empty, or a path without a slash at its end. */
  readonly apiPrefix: string;
  /** `refresh_token.cookie_name`: whoever sends it gets nothing from a shared cache. */
  readonly cookieName: string;
  /** `mercure.jwt.iss`, which the hub knows the service by; what the templates of configurations have when undefined. */
  readonly issuer?: string | undefined;
}

/** What a new project has. */
export const USUAL_PROJECT = { apiPrefix: '/api', cookieName: 'api_component' } as const;

/** Containers have an image to start, and a hub: what brings a layer of its own into a deployment. */
const LAYERS: Readonly<Record<DeploymentName, readonly string[]>> = {
  docker: ['docker'],
  compose: ['docker', 'hub', 'compose'],
  kubernetes: ['docker', 'hub', 'kubernetes'],
  systemd: ['systemd'],
};

/** The layers of deployments, each once. */
export const deploymentLayers = (deployments: readonly DeploymentName[]): readonly string[] => [
  ...new Set(deployments.flatMap((name) => LAYERS[name]).map((layer) => `deploy/${layer}`)),
];

/** The placeholders of the layers. */
export function deploymentValues({
  name,
  apiPrefix,
  cookieName,
  issuer,
}: DeployedProject): Readonly<Record<string, string>> {
  const label = labelOf(name);
  return {
    label,
    title: titleOf(name),
    apiPrefix,
    cookieName,
    issuer: issuer ?? `https://${label}.example.com`,
  };
}
