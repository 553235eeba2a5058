import type { GeneratedTypes, UseType } from '../../../kernel/contract/features/schema-folder.js';
import { printKey, printLiteral, printString } from '../../../kernel/util/text/source-literal.js';
import type { FormModel, FormShape } from './form-model.js';

/** Describes `types/contact-type.d.ts`: the types of requests, responses and handler arguments of a form type. */
export function generatedTypesOf({ name, names, shapes }: FormModel): GeneratedTypes {
  const bodyOf = (fields: string): string =>
    shapes.rootName === '' ? fields : `{ ${printKey(shapes.rootName)}: ${fields} }`;
  const fieldNames = shapes.fieldTypes.members.map((member) => printString(member.name)).join(' | ');
  return {
    file: names.file,
    names: names.types,
    print(use) {
      const printer = { use, ownFile: names.file };
      const alias = (type: string, source: string, description: string) => ({
        ...{ name: type, type: source, description: `${description} of ${name}.` },
      });
      return [
        alias(names.fields, printShape(shapes.sent, printer), 'Submitted values of the fields'),
        alias(names.submission, bodyOf(names.fields), 'Body of a submission'),
        alias(
          names.patch,
          bodyOf(`${use('PartialFields')}<${names.fields}>`),
          'Body of a partial validation',
        ),
        alias(names.data, printShape(shapes.data, printer), 'Converted values of a submission'),
        alias(names.view, `${use('FormView')}<${fieldNames === '' ? 'never' : fieldNames}>`, 'Form tree'),
        alias(
          names.fieldTypes,
          printShape(shapes.fieldTypes, printer),
          'Types of the fields in the form tree',
        ),
      ];
    },
  };
}

interface Printer {
  readonly use: UseType;
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
      return shape.form === printer.ownFile ? shape.type : printer.use(shape.type, shape.form);
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
