import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseConfig } from '../../runtime/config/load-config.js';
import { loadExpressionRules } from '../../generator/cli/generator-options.js';
import { CODE_FILES } from '../../runtime/kernel/settings/config.js';
import { generate, type GenerateOptions } from '../../generator/index.js';
import type { CodeBlock, DocPage } from './read-pages.js';
import { NEW_PROJECT, ROOT } from './read-pages.js';

const CODE = new Set(['ts', 'tsx', 'js', 'mjs']);
const EXTENSIONS: Readonly<Record<string, string>> = { js: 'mjs', ts: 'ts', tsx: 'tsx', mjs: 'mjs' };

/** A block of TypeScript or JavaScript, and the file of the page's project with its code. */
export interface CodeFile {
  readonly file: string;
  readonly block: CodeBlock;
}

export interface PageProject {
  readonly code: readonly CodeFile[];
  /** Errors of the generator and of the configuration. */
  readonly problems: readonly string[];
}

/**
 * Creates the project of a page: the files of `cms init`, overwritten by the files of the page. It is generated if one
 * of its blocks needs that.
 * @param folder an empty one, from which the packages of this repository can be resolved
 */
export async function makePageProject(page: DocPage, folder: string): Promise<PageProject> {
  const shown = page.blocks.filter(({ unchecked }) => unchecked === undefined);
  const problems: string[] = [];
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => problems.push(`${page.path}: ${String(error)}`));
  };
  await layOut(page, folder);
  for (const block of shown) if (block.path !== undefined) await writeInto(folder, block);
  if (shown.some(({ path }) => path === 'cms.config.json')) await attempt(() => checkConfiguration(folder));
  // A project has one configuration. The compiler, and tests of the guides, check what a configuration in code
  // registers.
  if (shown.some(({ path = '' }) => CODE_FILES.includes(path))) await rm(join(folder, 'cms.config.json'));
  const isGenerated = shown.some(
    ({ path = '', code }) => path.startsWith('schemas/') || code.includes('generated/'),
  );
  if (page.project === 'new' && isGenerated) await attempt(async () => generate(await withoutCode(folder)));
  const code = shown.filter(({ language }) => CODE.has(language));
  return { code: await Promise.all(code.map((block) => writeCode(folder, block))), problems };
}

async function layOut({ project }: DocPage, folder: string): Promise<void> {
  await mkdir(join(folder, 'site'), { recursive: true });
  await cp(join(ROOT, NEW_PROJECT[0], 'package.json'), join(folder, 'package.json'));
  const from = (project === 'sample' ? [''] : NEW_PROJECT).map((layer) => join(ROOT, layer));
  await cp(join(from[0] ?? ROOT, 'cms.config.json'), join(folder, 'cms.config.json'));
  for (const layer of from) await cp(join(layer, 'schemas'), join(folder, 'schemas'), { recursive: true });
  if (project === 'sample') await symlink(join(ROOT, 'generated'), join(folder, 'generated'));
}

/** Pages contain only the keys of the configuration that they describe. The others are those of a new project. */
async function writeInto(folder: string, { path = '', code }: CodeBlock): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  const isPartial = path === 'cms.config.json' || path === 'package.json';
  const before = isPartial ? (JSON.parse(await readFile(file, 'utf8')) as object) : {};
  await writeFile(file, isPartial ? JSON.stringify({ ...before, ...(JSON.parse(code) as object) }) : code);
}

/** A configuration in code is not run, because that needs an installed package. */
const withoutCode = async (projectRoot: string): Promise<GenerateOptions> => ({
  projectRoot,
  readsConfiguration: true,
  expressions: await loadExpressionRules(),
});

async function checkConfiguration(folder: string): Promise<void> {
  const source: unknown = JSON.parse(await readFile(join(folder, 'cms.config.json'), 'utf8'));
  await parseConfig(source, { projectRoot: folder, env: { NODE_ENV: 'development' } });
}

/** Blocks without a name are modules in `site/`, beside the folders of a project. */
async function writeCode(folder: string, block: CodeBlock): Promise<CodeFile> {
  const name = `site/line-${block.line}.${EXTENSIONS[block.language] ?? 'ts'}`;
  const file = join(folder, block.path ?? name);
  if (block.path === undefined) await writeFile(file, block.code);
  return { file, block };
}
