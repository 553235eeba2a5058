import type { FormCheckModel, FormModel } from '../model/types.js';
import { constant } from '../render/declarations.js';
import { printKey, printString } from '../render/literal.js';
import { createSlots } from '../render/source-printer.js';
import { bannerOf, PACKAGE, type Emitter, type EmitOutput } from './emitter.js';
import { checkRules, type Target } from './validators/check-rules.js';
import { createFileScope, createFunctionScope, type FileScope } from './validators/function-scope.js';
import { braces, line, printStatements, type Statement } from './validators/statements.js';

/** `validators/contact-type.ts`: the constraints of a form type as straight-line calls, by node (components.md section 5.9). */
export const formCheckEmitter: Emitter = {
  name: 'form checks',
  async emit({ forms }, output) {
    for (const form of forms) {
      if (form.checks.length === 0) continue;
      await output.addOrReuse({
        path: `validators/${form.names.file}.ts`,
        modelHash: form.contentHash,
        render: () => printChecks(form, output),
      });
    }
  },
};

function printChecks(
  { name, names, checks, sourceFile, contentHash }: FormModel,
  output: EmitOutput,
): string {
  const file = createFileScope([], [names.checks]);
  const type = 'FormChecks';
  file.imports.add({ module: PACKAGE, name: type, typeOnly: true });
  const functions = checks.map((check) => printCheck(check, `validate${name}`, file));
  const slots = createSlots();
  const value = slots.put(`{\n${printStatements(functions, 2)}\n}`);
  const description = `Checks the rules of ${name} by the path of their node; the empty one is that of the form.`;
  return output.print({
    banner: bannerOf(sourceFile, contentHash),
    imports: file.imports,
    statements: [
      ...file.rules.map(({ name: rule, source }) =>
        constant({ name: rule, value: `parseExpression(${printString(source)})`, isExported: false }),
      ),
      constant({ name: names.checks, type, value, description }),
    ],
    slots,
  });
}

/** Nodes are looked at one by one: what is found wrong stands at the node, or below it. */
const NODE: Target = { value: 'value', path: [] };

function printCheck({ path, constraints }: FormCheckModel, name: string, file: FileScope): Statement {
  const scope = createFunctionScope(file, name);
  const body = checkRules(constraints, NODE, scope);
  const key = printKey(path);
  // Files have rules of their own, which leave nothing to do here.
  if (body.length === 0) return line(`${key}: () => undefined,`);
  const taken = line('const { groups } = context;');
  return braces(`${key}: ({ violations, value }, context) =>`, [taken, ...body], ',');
}
