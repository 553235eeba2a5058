/** One of the answers to a question about a new project. */
export interface Choice<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

/** Where a project stores; PostgreSQL and MariaDB are servers of their own, which `DATABASE_URL` names. */
export const DATABASES = [
  { name: 'sqlite', label: 'SQLite, embedded: a file, nothing to install' },
  { name: 'postgres', label: 'PostgreSQL' },
  { name: 'mariadb', label: 'MariaDB or MySQL' },
] as const satisfies readonly Choice<string>[];

/** The content that a project starts with. */
export const CONTENTS = [
  { name: 'blank', label: 'Blank: a home page, an article and a contact form' },
  { name: 'company', label: 'Company site: about, team, news, contact, a page for members' },
  { name: 'blog', label: 'Blog: articles with authors and tags' },
] as const satisfies readonly Choice<string>[];

/** What draws the pages. */
export const FRONT_ENDS = [
  { name: 'none', label: 'None: the API alone' },
  { name: 'typescript', label: 'Plain TypeScript: a server without a framework' },
  { name: 'nuxt', label: 'Nuxt (Vue)' },
  { name: 'next', label: 'Next (React)' },
  { name: 'astro', label: 'Astro' },
] as const satisfies readonly Choice<string>[];

/** What runs a project in production; of these several may be chosen. */
export const DEPLOYMENTS = [
  { name: 'docker', label: 'Docker: an image' },
  { name: 'compose', label: 'Docker Compose: with PostgreSQL, a hub and Varnish on one machine' },
  { name: 'kubernetes', label: 'Kubernetes: two replicas, a job for migrations, a hub' },
  { name: 'systemd', label: 'systemd: units of a machine' },
] as const satisfies readonly Choice<string>[];

export type DatabaseName = (typeof DATABASES)[number]['name'];
export type ContentName = (typeof CONTENTS)[number]['name'];
export type FrontEndName = (typeof FRONT_ENDS)[number]['name'];
export type DeploymentName = (typeof DEPLOYMENTS)[number]['name'];

/** What a project is made of. The first choice of each list is the default. */
export interface ProjectChoices {
  readonly database: DatabaseName;
  readonly content: ContentName;
  readonly frontEnd: FrontEndName;
  /** Whether editors have the admin from the start. */
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

/** The names of a list of choices, as flags take them. */
export const namesOf = <Name extends string>(choices: readonly Choice<Name>[]): readonly Name[] =>
  choices.map(({ name }) => name);
