/**
 * Bundles the validation rules of generated clients: `runtime/client/rules.ts`, rules of features, and their
 * dependencies. Plain JavaScript, because it runs before anything is compiled.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the modules whose exports clients use, relative to the root. */
export function listRuleModules(root) {
  const features = readdirSync(join(root, 'runtime/features')).sort();
  const modules = features.map((name) => `runtime/features/${name}/client.ts`);
  return ['runtime/client/rules.ts', ...modules.filter((path) => existsSync(join(root, path)))];
}

/**
 * Returns the text of `templates/client/rules.js`, and the modules that it contains. Bundlers of front ends keep only
 * the functions that are called.
 */
export async function bundleClientRules(root) {
  const contents = listRuleModules(root)
    .map((path) => `export * from './${path}';`)
    .join('\n');
  const whole = await bundle({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    plugins: [
      { name: 'in-browsers', setup: (build) => replaceNodeModules(build, join(root, 'runtime/client')) },
    ],
  });
  const { text } = await bundle({ stdin: { contents: await withPureConstants(whole.text) } });
  return { text, modules: whole.modules };
}

/** Replaces modules that browsers do not have. */
function replaceNodeModules({ onResolve }, client) {
  onResolve({ filter: /^node:net$/ }, () => ({ path: join(client, 'is-ip.ts') }));
  onResolve({ filter: /\/ascii-domain\.js$/ }, () => ({ path: join(client, 'ascii-domain.ts') }));
}

async function bundle(input) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    ...input,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    legalComments: 'none',
    treeShaking: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return {
    text: outputFiles[0].text.replace(/^\/\/ (?:runtime\/|<stdin>).*\n/gm, ''),
    modules: Object.keys(metafile.inputs).filter((path) => path !== '<stdin>'),
  };
}

/** Nothing here has side effects when it is loaded. Bundlers need annotations to see this for calls. */
async function withPureConstants(text) {
  const { default: ts } = await import('typescript');
  const isPlain = (value) =>
    ts.isLiteralExpression(value) || ts.isArrowFunction(value) || ts.isPrefixUnaryExpression(value);
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
