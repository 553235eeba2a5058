import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = `${ROOT}runtime/client/`;

/** Replacements for modules that browsers do not have. */
const IN_BROWSERS: Plugin = {
  name: 'in-browsers',
  setup({ onResolve }) {
    onResolve({ filter: /^node:net$/ }, () => ({ path: `${CLIENT}is-ip.ts` }));
    onResolve({ filter: /\/ascii-domain\.js$/ }, () => ({ path: `${CLIENT}ascii-domain.ts` }));
  },
};

/**
 * Returns the text of `templates/client/rules.js`: `runtime/client/rules.ts`, rules of features, and their
 * dependencies. Bundlers keep only the functions that are called.
 */
export async function bundleClientRules(): Promise<string> {
  const features = (await readdir(`${ROOT}runtime/features`)).map((name) => `features/${name}/client.ts`);
  const modules = ['client/rules.ts', ...features.filter((path) => existsSync(`${ROOT}runtime/${path}`))];
  const contents = modules.map((path) => `export * from './${path}';`).join('\n');
  const whole = await bundle({ stdin: { contents, resolveDir: `${ROOT}runtime` }, plugins: [IN_BROWSERS] });
  return bundle({ stdin: { contents: withPureConstants(whole) } });
}

async function bundle(input: Pick<Parameters<typeof build>[0], 'plugins' | 'stdin'>): Promise<string> {
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    legalComments: 'none',
    treeShaking: true,
    write: false,
  });
  return (outputFiles[0]?.text ?? '').replace(/^\/\/ (?:runtime\/|<stdin>).*\n/gm, '');
}

/** Nothing here has side effects when it is loaded. Bundlers need annotations to see this for calls. */
function withPureConstants(text: string): string {
  const file = ts.createSourceFile('rules.js', text, ts.ScriptTarget.ES2022, true);
  const worked = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => (initializer === undefined || isPlain(initializer) ? [] : [initializer]));
  return worked.reduceRight(
    (all, { pos, end }) =>
      `${all.slice(0, pos)} /* @__PURE__ */ (() => (${all.slice(pos, end).trim()}))()${all.slice(end)}`,
    text,
  );
}

const isPlain = (value: ts.Expression): boolean =>
  ts.isLiteralExpression(value) || ts.isArrowFunction(value) || ts.isPrefixUnaryExpression(value);
