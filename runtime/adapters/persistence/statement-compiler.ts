import { createHash } from 'node:crypto';
import type { SqlParameters, SqlValue } from '../../kernel/contract/database/database.js';
import { assertSameNames, parseNamedParameters } from './named-parameters.js';

/** A statement in the driver's form. */
export interface CompiledStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of the prepared statement, derived from the text and therefore equal in all processes. */
  readonly name: string;
}

export type StatementCompiler = (sql: string, parameters: SqlParameters) => CompiledStatement;

export interface PlaceholderRules {
  /**
   * Placeholder style. `numbered`: `$1` or `?1`, one value per name. `positional`: `?`, one value per
   * occurrence. A list parameter becomes one placeholder per entry, rounded up to a power of two to limit the
   * number of texts.
   */
  readonly style: { readonly kind: 'numbered'; readonly sigil: '$' | '?' } | { readonly kind: 'positional' };
  /** Converts one value to the driver's type. */
  bind(value: SqlValue): unknown;
}

interface Shape {
  readonly text: string;
  readonly name: string;
}

interface Template {
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /** Distinct names in order of first appearance. */
  readonly distinct: readonly string[];
  readonly wanted: ReadonlySet<string>;
  readonly shapes: Map<string, Shape>;
}

/** Statement texts are constant, so the limit only guards against callers that write values into them. */
const MAXIMUM_TEMPLATES = 5000;
const NO_ROWS = 'select null from dual where false';

/** Creates a compiler of named parameters to a driver's placeholders, once per text. */
export function createStatementCompiler(rules: PlaceholderRules): StatementCompiler {
  const templates = new Map<string, Template>();
  return (sql, parameters) => {
    let template = templates.get(sql);
    if (template === undefined) {
      template = parseTemplate(sql);
      const oldest = templates.size < MAXIMUM_TEMPLATES ? undefined : templates.keys().next().value;
      if (oldest !== undefined) templates.delete(oldest);
      templates.set(sql, template);
    }
    checkNames(sql, template, parameters);
    return rules.style.kind === 'numbered'
      ? compileNumbered(template, parameters, { sigil: rules.style.sigil, bind: rules.bind })
      : compilePositional(template, parameters, rules.bind);
  };
}

function parseTemplate(sql: string): Template {
  const { texts, names } = parseNamedParameters(sql);
  const wanted = new Set(names);
  return { texts, names, distinct: [...wanted], wanted, shapes: new Map() };
}

function checkNames(sql: string, template: Template, parameters: SqlParameters): void {
  let given = 0;
  for (const name in parameters) {
    if (!template.wanted.has(name) || parameters[name] === undefined) break;
    given += 1;
  }
  if (given !== template.distinct.length || given !== Object.keys(parameters).length)
    assertSameNames(sql, template.wanted, parameters);
}

function compileNumbered(
  template: Template,
  parameters: SqlParameters,
  { sigil, bind }: { readonly sigil: string; readonly bind: PlaceholderRules['bind'] },
): CompiledStatement {
  const shape = shapeOf(template, '', () => {
    const numbers = new Map(template.distinct.map((name, index) => [name, index + 1]));
    return joinText(template, (name) => `${sigil}${numbers.get(name)}`);
  });
  const values = template.distinct.map((name) => bind(parameters[name] ?? null));
  return { text: shape.text, name: shape.name, values };
}

function compilePositional(
  template: Template,
  parameters: SqlParameters,
  bind: PlaceholderRules['bind'],
): CompiledStatement {
  const values: unknown[] = [];
  let signature = '';
  for (const name of template.names) {
    const value = parameters[name] ?? null;
    if (!isList(value)) {
      values.push(bind(value));
      continue;
    }
    const size = listSize(value.length);
    signature += `${size},`;
    for (let index = 0; index < size; index += 1)
      values.push(bind(value[Math.min(index, value.length - 1)] ?? null));
  }
  const shape = shapeOf(template, signature, () =>
    joinText(template, (name) => {
      const value = parameters[name] ?? null;
      if (!isList(value)) return '?';
      return value.length === 0 ? NO_ROWS : Array(listSize(value.length)).fill('?').join(', ');
    }),
  );
  return { text: shape.text, name: shape.name, values };
}

function isList(value: SqlValue): value is readonly string[] | readonly number[] {
  return Array.isArray(value);
}

/** Returns the next power of two. The last entry is repeated, which is equivalent for `in (...)`. */
function listSize(length: number): number {
  return length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length));
}

function shapeOf(template: Template, signature: string, write: () => string): Shape {
  const known = template.shapes.get(signature);
  if (known !== undefined) return known;
  const text = write();
  const shape = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 32) };
  template.shapes.set(signature, shape);
  return shape;
}

function joinText(template: Template, placeholder: (name: string) => string): string {
  return template.names.reduce(
    (text, name, index) => `${text}${placeholder(name)}${template.texts[index + 1] ?? ''}`,
    template.texts[0] ?? '',
  );
}
