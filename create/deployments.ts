import type { DeploymentName } from './choices.js';
import { labelOf, titleOf } from './project-name.js';

/** Project settings that deployment files repeat. */
export interface DeployedProject {
  /** Package name. */
  readonly name: string;
  /** `api_prefix`: empty, or a path without a trailing slash. */
  readonly apiPrefix: string;
  /** `refresh_token.cookie_name`. Shared caches bypass requests with this cookie. */
  readonly cookieName: string;
  /** `mercure.jwt.iss`, which identifies the service to the hub; default: the value in the configuration template. */
  readonly issuer?: string | undefined;
}

/** Settings of new projects. */
export const USUAL_PROJECT = { apiPrefix: '/api', cookieName: 'api_component' } as const;

/** Additional layers of each deployment: containers need an image and a hub. */
const LAYERS: Readonly<Record<DeploymentName, readonly string[]>> = {
  docker: ['docker'],
  compose: ['docker', 'hub', 'compose'],
  kubernetes: ['docker', 'hub', 'kubernetes'],
  systemd: ['systemd'],
};

/** Returns the layers of deployments without duplicates. */
export const deploymentLayers = (deployments: readonly DeploymentName[]): readonly string[] => [
  ...new Set(deployments.flatMap((name) => LAYERS[name]).map((layer) => `deploy/${layer}`)),
];

/** Returns the values of the placeholders in the layers. */
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
