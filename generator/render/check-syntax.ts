import type { TransformFailure } from 'esbuild';
import type { GeneratedFile } from '../output/file-set.js';

/**
 * Parses the TypeScript files among `files` and refuses the run when one has a syntax error: a broken file must never
 * replace a good one. It is esbuild that parses: the compiler alone takes longer to load than a run after an edit.
 * @throws Error naming each file, line and message; the cause is a template or emitter.
 */
export async function checkSyntax(files: readonly GeneratedFile[]): Promise<void> {
  const sources = files.filter((file) => file.path.endsWith('.ts'));
  if (sources.length === 0) return;
  const problems = (await Promise.all(sources.map(findFaults))).flat();
  if (problems.length > 0) throw new Error(['The generated code does not parse:', ...problems].join('\n'));
}

async function findFaults({ path, content }: GeneratedFile): Promise<readonly string[]> {
  const { transform } = await import('esbuild');
  try {
    await transform(content, { loader: 'ts', logLevel: 'silent' });
    return [];
  } catch (error) {
    if (!isTransformFailure(error)) throw error;
    return error.errors.map(({ location, text }) => `  ${path}:${location?.line ?? 1} ${text}`);
  }
}

function isTransformFailure(error: unknown): error is TransformFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
