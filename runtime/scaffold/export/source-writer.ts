import { printFlat, printLiteral } from '../../kernel/util/text/source-literal.js';
import type { ScaffoldFile } from './scaffold-file.js';

/** A property of an object literal. */
export type Member = readonly [name: string, value: unknown];

/** Writes the statements of a scaffold. */
export interface SourceWriter {
  /** Writes a resource that is assigned to a variable. */
  resource(variable: string, type: string, members: readonly Member[]): Promise<void>;
  /** Writes a function, which the scaffold calls if `isCalled`. */
  define(name: string, statements: readonly string[], isCalled: boolean): Promise<void>;
  /** Writes a statement of the function that loads the site. */
  main(statement: string): Promise<void>;
  /** Writes a statement that runs after the routes exist. */
  late(statement: string): Promise<void>;
  /** Assembles the file, exported under `name`. */
  finish(variable: string, name: string): Promise<void>;
}

/**
 * Number of statements per function. A single function would be compiled as a whole before its first statement runs.
 */
const STATEMENTS = 200;
const IMPORTED = ['defineScaffold', 'localFile', 'resource'] as const;

/** @param nextName returns names of further functions */
export function createSourceWriter(file: ScaffoldFile, nextName: (base: string) => string): SourceWriter {
  let late = 0;
  let usesFiles = false;
  let usesResources = false;
  const write = async (part: 'body' | 'late', text: string): Promise<void> => {
    usesFiles ||= text.includes('localFile(');
    await file.write(part, text);
  };
  const main = (statement: string): Promise<void> => file.write('main', `  ${statement}\n`);
  return {
    main,
    async resource(variable, type, members) {
      usesResources = true;
      await write('body', `\n${printResource(variable, type, members)}\n`);
    },
    async define(name, statements, isCalled) {
      const body = statements.map((statement) => `  ${statement}\n`).join('');
      await write('body', `\nfunction ${name}(site: Site): void {\n${body}}\n`);
      if (isCalled) await main(`${name}(site);`);
    },
    async late(statement) {
      if (late % STATEMENTS === 0) {
        const name = nextName('completeContent');
        if (late > 0) await write('late', '}\n');
        await write('late', `\nasync function ${name}(site: Site): Promise<void> {\n`);
        await main(`site.afterRoutes(() => ${name}(site));`);
      }
      late += 1;
      await write('late', `  ${statement}\n`);
    },
    async finish(variable, name) {
      const isSame = variable === name;
      const exported = isSame
        ? `export default ${name};`
        : `export { ${variable} as ${name}, ${variable} as default };`;
      const used = IMPORTED.filter(
        (one) => (one !== 'localFile' || usesFiles) && (one !== 'resource' || usesResources),
      );
      await file.finish({
        before: `import { ${[...used, 'type Site'].join(', ')} } from 'cms-api-components';

/** Written by \`cms generate-fixtures\`: loaded into an empty database, it makes the site again. */
${isSame ? 'export ' : ''}const ${variable} = defineScaffold((site: Site) => {
`,
        between: { main: `});\n\n${exported}\n`, body: '', late: late > 0 ? '}\n' : '' },
      });
    },
  };
}

function printResource(variable: string, type: string, members: readonly Member[]): string {
  return `const ${variable} = ${printCall('resource', [type], { members, used: variable.length + 9 })};`;
}

/**
 * Prints a call with values, followed by an object unless it is empty. It is on one line if that fits after `used`
 * columns.
 */
export function printCall(
  name: string,
  given: readonly unknown[],
  {
    members,
    used = 0,
    indent = 0,
  }: { readonly members: readonly Member[]; readonly used?: number; readonly indent?: number },
): string {
  const head = `${name}(${given.map(printFlat).join(', ')}`;
  if (members.length === 0) return `${head})`;
  const comma = given.length === 0 ? '' : ', ';
  const object = printLiteral(Object.fromEntries(members), { indent, used: used + head.length + 4 });
  return `${head}${comma}${object})`;
}

/**
 * Returns whether a stored value reads back as the same value when it is written as source. This excludes numbers
 * that JSON does not have, and values that a scaffold would take for a file or a resource.
 */
export function isWritable(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (Array.isArray(value)) return value.every(isWritable);
  if (typeof value !== 'object') return false;
  const names = Object.keys(value);
  if ('kind' in value && (value.kind === 'local-file' || value.kind === 'scaffold-resource')) return false;
  return !names.includes('__proto__') && Object.values(value).every(isWritable);
}
