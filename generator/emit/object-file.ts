import { printMembers } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { constant } from '../render/declarations.js';
import type { Imports } from '../render/imports.js';
import { createSlots } from '../render/source-printer.js';
import { type EmitOutput, PACKAGE } from './emitter.js';

interface ObjectFile {
  readonly banner: string;
  readonly imports: Imports;
  readonly name: string;
  /** Name of the object's type, which the package exports. */
  readonly type: string;
  readonly description: string;
  readonly members: object;
}

/** Prints a file that exports one object, with one line per member. */
export function printObjectFile(
  { banner, imports, name, type, description, members }: ObjectFile,
  output: EmitOutput,
): string {
  imports.add({ module: PACKAGE, name: type, typeOnly: true });
  const slots = createSlots();
  const value = slots.put(printMembers(members));
  return output.print({ banner, imports, statements: [constant({ name, type, value, description })], slots });
}
