import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import { assetFolder } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import { textHash } from '../text/text-hash.js';
import { printJson } from './json.js';
import { printLiteral, printString } from 'cms-api-components/internal/kernel/util/text/source-literal.js';

/** Templates of the package, compiled on first use. */
export interface Templates {
  /** Hash of the templates of generated files. Output with another hash is stale. */
  readonly hash: string;
  /**
   * Renders `entity.ts` with `entity.ts.hbs`.
   * @throws Error if the template uses a member that the view doesn't have.
   */
  render(name: string, view: object): string;
  /** Sources of the client modules that are the same for every project, by file: `core.ts`, `rules.js`. */
  readonly clientModules: ReadonlyMap<string, string>;
}

const SUFFIX = '.hbs';
const SCAFFOLDS = 'scaffold/';
const CLIENT = 'client/';
/** Template folders of the generator. The other folders contain mails and new projects. */
const FOLDERS = ['', CLIENT, SCAFFOLDS];

/** Reads the templates of the package. */
export async function loadTemplates(): Promise<Templates> {
  const folder = assetFolder('templates', import.meta.url);
  const sources = await readSources(folder);
  const clientModules = await readClientModules(join(folder, CLIENT));
  const handlebars = Handlebars.create();
  handlebars.registerHelper(HELPERS);
  const compiled = new Map<string, HandlebarsTemplateDelegate>();
  const generated = [...sources].filter(([name]) => !name.startsWith(SCAFFOLDS));
  return {
    clientModules,
    hash: textHash([...generated, ...clientModules].flat().join('\0')),
    render(name, view) {
      const source = sources.get(name);
      if (source === undefined) throw new Error(`There is no template ${name}${SUFFIX} in ${folder}.`);
      const template = compiled.get(name) ?? handlebars.compile(source, STRICTLY);
      compiled.set(name, template);
      return template(view);
    },
  };
}

async function readClientModules(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => /\.[jt]s$/.test(name)).sort();
  const texts = names.map(async (name) => [name, await readText(join(folder, name))] as const);
  return new Map(await Promise.all(texts));
}

async function readText(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
}

async function readSources(folder: string): Promise<Map<string, string>> {
  const names = await Promise.all(
    FOLDERS.map(async (below) => (await readdir(join(folder, below))).map((entry) => below + entry)),
  );
  const sources = names
    .flat()
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .map(async (name): Promise<[string, string]> => {
      return [name.slice(0, -SUFFIX.length), await readText(join(folder, name))];
    });
  return new Map(await Promise.all(sources));
}

/** Formatting helpers, without decisions. */
const HELPERS = {
  literal: (value: unknown, indent: unknown) => printLiteral(value, { indent: asNumber(indent) }),
  string: (text: unknown) => printString(asText(text) ?? ''),
  json: (value: unknown) => printJson(value),
};

const STRICTLY = {
  strict: true,
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: Object.fromEntries(Object.keys(HELPERS).map((name) => [name, true])),
};

function asText(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw new Error(`A template prints a ${typeof value} as text.`);
}

/** Handlebars passes its options object for a missing argument. */
function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
