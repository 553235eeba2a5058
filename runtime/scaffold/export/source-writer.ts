import { printFlat, printLiteral } from '../../kernel/util/text/source-literal.js';
import type { ScaffoldFile } from './scaffold-file.js';

/** A member of an object literal. */
export type Member = readonly [name: string, value: unknown];

/** Writes the statements of a scaffold. */
export interface SourceWriter {
  /** A resource that the scaffold names by a variable. */
  resource(variable: string, type: string, members: readonly Member[]): Promise<void>;
  /** A function of statements, which the scaffold calls where `isCalled`. */
  define(name: string, statements: readonly string[], isCalled: boolean): Promise<void>;
  /** A statement of the function that loads the site. */
  main(statement: string): Promise<void>;
  /** A statement for when the routes are there. */
  late(statement: string): Promise<void>;
  /** Puts everything together, exported under `name`. */
  finish(variable: string, name: string): Promise<void>;
}

/** Statements of one function. A single function of all would be compiled as a whole before its first statement runs. */
const STATEMENTS = 200;
const IMPORTED = ['defineScaffold', 'localFile', 'resource'] as const;

/** @param nextName names of further functions */
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

/** A call with values and, last, an object where it has members: on one line where that fits behind `used` columns. */
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
 * Whether a stored value reads back as the same one when it is written as source: what is neither a number that JSON has nor
 * text, and what a scaffold takes for a file or a resource, does not.
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
