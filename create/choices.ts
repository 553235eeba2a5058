/** An option of a question about a new project. */
export interface Choice<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

/** Databases. PostgreSQL and MariaDB run as separate servers, set with `DATABASE_URL`. */
export const DATABASES = [
  { name: 'sqlite', label: 'SQLite: embedded, no installation' },
  { name: 'postgres', label: 'PostgreSQL' },
  { name: 'mariadb', label: 'MariaDB or MySQL' },
] as const satisfies readonly Choice<string>[];

/** Initial content. */
export const CONTENTS = [
  { name: 'blank', label: 'Blank: a home page, an article and a contact form' },
  { name: 'company', label: 'Company site: about, team, news, contact and members pages' },
  { name: 'blog', label: 'Blog: articles with authors and tags' },
] as const satisfies readonly Choice<string>[];

/** Front ends that render the pages. */
export const FRONT_ENDS = [
  { name: 'none', label: 'None: API only' },
  { name: 'typescript', label: 'Plain TypeScript: a server without a framework' },
  { name: 'nuxt', label: 'Nuxt (Vue)' },
  { name: 'next', label: 'Next (React)' },
  { name: 'astro', label: 'Astro' },
] as const satisfies readonly Choice<string>[];

/** Deployments for production. A project can have several. */
export const DEPLOYMENTS = [
  { name: 'docker', label: 'Docker: image' },
  { name: 'compose', label: 'Docker Compose: with PostgreSQL, a hub and Varnish on one machine' },
  { name: 'kubernetes', label: 'Kubernetes: two replicas, a migration job and a hub' },
  { name: 'systemd', label: 'systemd: units for one machine' },
] as const satisfies readonly Choice<string>[];

export type DatabaseName = (typeof DATABASES)[number]['name'];
export type ContentName = (typeof CONTENTS)[number]['name'];
export type FrontEndName = (typeof FRONT_ENDS)[number]['name'];
export type DeploymentName = (typeof DEPLOYMENTS)[number]['name'];

/** Parts of a new project. The first choice of each list is the default. */
export interface ProjectChoices {
  readonly database: DatabaseName;
  readonly content: ContentName;
  readonly frontEnd: FrontEndName;
  /** Whether the project includes the admin. */
  readonly admin: boolean;
  readonly deployments: readonly DeploymentName[];
}

export const DEFAULT_CHOICES: ProjectChoices = {
  database: 'sqlite',
  content: 'blank',
  frontEnd: 'none',
  admin: true,
  deployments: [],
};

/** Returns the names of a list of choices, as flags accept them. */
export const namesOf = <Name extends string>(choices: readonly Choice<Name>[]): readonly Name[] =>
  choices.map(({ name }) => name);
