import type { FormModel, FormShape } from '../model/types.js';
import { typeAlias } from '../render/declarations.js';
import { createImports, type Imports } from '../render/imports.js';
import {
  printKey,
  printLiteral,
  printString,
} from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { createSlots } from '../render/source-printer.js';
import { bannerOf, type EmitOutput } from './emitter.js';

const BUILT_IN = './built-in-types.js';

/** Prints `types/contact-type.d.ts`: the types of requests, responses and handler arguments of a form type. */
export function printFormTypes(form: FormModel, output: EmitOutput): string {
  const { name, names, shapes, sourceFile, contentHash } = form;
  const imports = createImports();
  const slots = createSlots();
  const use = (type: string): string => {
    imports.add({ module: BUILT_IN, name: type, typeOnly: true });
    return type;
  };
  const printer = { imports, ownFile: names.file };
  const bodyOf = (fields: string): string =>
    shapes.rootName === '' ? fields : `{ ${printKey(shapes.rootName)}: ${fields} }`;
  const partial = `${use('PartialFields')}<${names.fields}>`;
  const fieldNames = shapes.fieldTypes.members.map(({ name }) => printString(name)).join(' | ');
  const view = `${use('FormView')}<${fieldNames === '' ? 'never' : fieldNames}>`;
  return output.print({
    banner: bannerOf(sourceFile, contentHash),
    statements: separated([
      typeAlias(
        names.fields,
        slots.put(printShape(shapes.sent, printer)),
        `Submitted values of the fields of ${name}.`,
      ),
      typeAlias(names.submission, bodyOf(names.fields), `Body of a submission of ${name}.`),
      typeAlias(names.patch, bodyOf(partial), `Body of a partial validation of ${name}.`),
      typeAlias(
        names.data,
        slots.put(printShape(shapes.data, printer)),
        `Converted values of a submission of ${name}.`,
      ),
      typeAlias(names.view, view, `Form tree of ${name}.`),
      typeAlias(
        names.fieldTypes,
        slots.put(printShape(shapes.fieldTypes, printer)),
        `Types of the fields in the form tree of ${name}.`,
      ),
    ]),
    imports,
    slots,
  });
}

const separated = <Statement extends object>(
  statements: readonly Statement[],
): (Statement & { readonly leadingTrivia: string })[] =>
  statements.map((statement) => ({ ...statement, leadingTrivia: '\n' }));

interface Printer {
  readonly imports: Imports;
  readonly ownFile: string;
}

function printShape(shape: FormShape, printer: Printer, indent = 0): string {
  const print = (inner: FormShape): string => printShape(inner, printer, indent);
  switch (shape.kind) {
    case 'scalar':
      return shape.types.join(' | ');
    case 'literals':
      return shape.values.length === 0
        ? 'never'
        : shape.values.map((value) => printLiteral(value)).join(' | ');
    case 'reference':
      if (shape.form !== printer.ownFile) {
        const module = shape.form === undefined ? BUILT_IN : `./${shape.form}.js`;
        printer.imports.add({ module, name: shape.type, typeOnly: true });
      }
      return shape.type;
    case 'list':
      return `${grouped(print(shape.items))}[]`;
    case 'entries': {
      const items = print(shape.items);
      return `${grouped(items)}[] | { [index: string]: ${items} }`;
    }
    case 'parts':
      return '{ [part: string]: string | number | null }';
    case 'union':
      return shape.options.map(print).join(' | ');
    case 'object': {
      const pad = ' '.repeat(indent + 2);
      const members = shape.members.map(
        ({ name, optional, shape: member }) =>
          `${pad}${printKey(name)}${optional ? '?' : ''}: ${printShape(member, printer, indent + 2)};\n`,
      );
      return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}${' '.repeat(indent)}}`;
    }
  }
}

const grouped = (type: string): string => (/ \| /.test(type) && !type.startsWith('{') ? `(${type})` : type);
